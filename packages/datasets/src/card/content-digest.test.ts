import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, writeInstance } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { contentDigest, contentOf, type InstanceContent } from './content-digest.ts';

/** The contents of an instance before and after a change of its files. */
async function around(
  change: (dir: string) => Promise<void>,
): Promise<readonly [before: InstanceContent, after: InstanceContent]> {
  await using folder = await temporaryFolder();
  const dir = join(folder.path, 'instance');
  const scripts = { 'setup_shell.sh': 'true\n', run_tests: 'true\n' };
  const instance = await writeInstance(dir, { scripts });
  await writeFile(join(dir, 'task.open.md'), 'Improve it.\n');
  const entry = { instance, dir, rulesDir: join(folder.path, 'rules') };
  const before = await contentOf(entry);
  await change(dir);
  return [before, await contentOf(entry)];
}

test.each<[string, keyof InstanceContent, (dir: string) => Promise<void>]>([
  [
    'a field of instance.yaml',
    'instance',
    async (dir) => void (await writeInstance(dir, { category: 'other' })),
  ],
  ['a task text', 'open', (dir) => writeFile(join(dir, 'task.open.md'), 'Improve it!\n')],
  ['a removed task text', 'open', (dir) => rm(join(dir, 'task.open.md'))],
  [
    'the name of a script',
    'recipe',
    (dir) => rename(join(dir, 'environment/run_tests'), join(dir, 'environment/run')),
  ],
])('%s changes the digest', async (_what, part, change) => {
  const [before, after] = await around(change);
  expect(after[part]).not.toBe(before[part]);
  expect(contentDigest([after])).not.toBe(contentDigest([before]));
});

test('files that say nothing about the task have no influence', async () => {
  const [before, after] = await around((dir) => writeFile(join(dir, 'labels.json'), '{}'));
  expect(after).toStrictEqual(before);
});

test('the order of the instances has no influence, but their number has', async () => {
  const [one] = await around(() => Promise.resolve());
  const other = { ...one, id: 'a__b-00000000' };
  expect(contentDigest([one, other])).toBe(contentDigest([other, one]));
  expect(contentDigest([one, other])).not.toBe(contentDigest([one]));
});
