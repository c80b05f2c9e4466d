import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { editYamlFile } from './edit-yaml-file.ts';

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-yaml-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'instance.yaml');
  await writeFile(path, text);
  return path;
}

test('changes one value and keeps comments', async () => {
  const path = await fileWith('# A note.\na: 1\nb: 2 # why\n');
  await editYamlFile(path, (document) => {
    document.setIn(['b'], 3);
    return true;
  });
  expect(await readFile(path, 'utf8')).toBe('# A note.\na: 1\nb: 3 # why\n');
});

test('writes nothing if nothing shall change', async () => {
  const path = await fileWith('a:    1\n');
  const { ino } = await stat(path);
  await editYamlFile(path, () => false);
  expect((await stat(path)).ino).toBe(ino);
});
