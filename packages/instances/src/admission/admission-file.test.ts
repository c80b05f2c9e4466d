import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { instanceSchema } from '@refbench/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CatalogEntry } from '../instance-catalog.ts';
import { readAdmission, writeAdmission } from './admission-file.ts';

let entry: CatalogEntry;
let folder: string;

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-admission-'));
  const id = 'someone__thing-00000000';
  const instance = instanceSchema.parse({
    schema: 1,
    id,
    repository: { name: 'someone/thing' },
    language: 'go',
    category: 'api',
    base: '0'.repeat(40),
    golden: '1'.repeat(40),
    licence: 'MIT',
    provenance: 'a test',
    environment: { base_image: 'debian' },
  });
  entry = { instance, dir: join(folder, 'instance'), rulesDir: join(folder, 'rules') };
  await write('instance/instance.yaml', 'id: thing\n');
  await write('instance/task.open.md', 'Tidy up\n');
  await write('instance/environment/test_command', 'go test\n');
  await write('rules/additive/new.yml', 'id: new\n');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const gates = [{ name: 'golden', passed: true, problems: [], notes: ['Pass 1'] }];

it('is absent until it is written, then holds, with the evidence of every gate', async () => {
  expect(await readAdmission(entry)).toEqual({ kind: 'absent' });
  await writeAdmission(entry, gates);
  expect(await readAdmission(entry)).toMatchObject({ kind: 'admitted', record: { gates } });
});

it.each([
  ['instance/instance.yaml', 'instance'],
  ['instance/task.open.md', 'texts'],
  ['instance/task.review.yaml', 'texts'],
  ['instance/environment/test_command', 'environment'],
  ['instance/environment/more/file', 'environment'],
  ['rules/additive/new.yml', 'rules'],
  ['rules/reductive/old.yml', 'rules'],
])('is void after a change of %s', async (path, part) => {
  await writeAdmission(entry, gates);
  await write(path, 'changed\n');
  expect(await readAdmission(entry)).toEqual({ kind: 'void', changed: [part] });
});

it('does not depend on labels, reviews of rules and other files', async () => {
  await writeAdmission(entry, gates);
  await write('instance/labels.json', '{}');
  await write('rules/review.json', '{}');
  expect((await readAdmission(entry)).kind).toBe('admitted');
});

it('names a damaged file', async () => {
  await write('instance/admission.json', '{"schema":1}');
  await expect(readAdmission(entry)).rejects.toThrow(/admission\.json is damaged/);
});
