import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTask } from './instance-catalog.ts';
import { selectInstances } from './selection/select-entries.ts';
import type { Workspace } from '@refbench/workspace';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-catalog-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const base = 'abcdef01'.padEnd(40, '2');

async function add(id: string, yamlId: string = id): Promise<void> {
  await mkdir(join(folder, id));
  await writeFile(
    join(folder, id, 'instance.yaml'),
    [
      'schema: 1',
      `id: ${yamlId}`,
      'repository: { name: a/b, url: "https://example.org/a/b.git" }',
      `base: ${base}`,
      `golden: "${'1'.repeat(40)}"`,
      'language: typescript',
      'category: rename',
      'licence: MIT',
      'provenance: made for this test',
      'environment: { base_image: node-22 }',
    ].join('\n'),
  );
}

function workspace(): Workspace {
  return {
    instancesDir: folder,
    rulesDir: '/rules',
    runsDir: '/runs',
    stateDir: '/state',
    mirror: undefined,
  };
}

async function idsOf(...patterns: string[]): Promise<string[]> {
  return (await selectInstances(workspace(), patterns)).map((entry) => entry.instance.id);
}

test('ids and globs select each instance once, sorted', async () => {
  await add('b__b-abcdef01');
  await add('a__b-abcdef01');
  await mkdir(join(folder, 'notes'));
  expect(await idsOf('*', 'a__b-abcdef01')).toEqual(['a__b-abcdef01', 'b__b-abcdef01']);
  expect(await idsOf('b__*')).toEqual(['b__b-abcdef01']);
});

test.each(['nothing', '../a__b-abcdef01', '/etc', 'a__b-abcdef01/../x', '', '..', 'A__B-ABCDEF01'])(
  '%j matches nothing and says what there is',
  async (pattern) => {
    await add('a__b-abcdef01');
    await expect(idsOf(pattern)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(`no instance matches "${pattern}"`) as string,
      hint: 'the instances are: a__b-abcdef01; refbench dataset pull installs the published instances',
    });
  },
);

test('an id that differs from the folder is refused', async () => {
  await add('a__b-abcdef01', 'a__c-abcdef01');
  await expect(idsOf('*')).rejects.toMatchObject({ kind: 'invalid-file' });
});

test('an id that does not end in base is refused', async () => {
  await add('a__b-abcdef99');
  await expect(idsOf('*')).rejects.toMatchObject({ kind: 'invalid-file' });
});

test('a missing task text names the file', async () => {
  await add('a__b-abcdef01');
  const [entry] = await selectInstances(workspace(), ['*']);
  if (entry === undefined) throw new Error('no entry');
  await expect(readTask(entry, 'open')).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('task.open.md') as string,
  });
});

test('a missing instances folder is reported', async () => {
  await expect(
    selectInstances({ ...workspace(), instancesDir: join(folder, 'none') }, ['*']),
  ).rejects.toMatchObject({ kind: 'usage' });
});
