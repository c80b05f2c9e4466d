import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, writeInstance } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { selectEntries } from './select-entries.ts';

const FIRST = `refbench__fixture-${'1'.repeat(8)}`;
const SECOND = `refbench__fixture-${'3'.repeat(8)}`;

/** Selects from a folder with two instances and these sets. */
async function select(pattern: string, sets: Readonly<Record<string, readonly string[]>>) {
  await using folder = await temporaryFolder();
  await writeInstance(join(folder.path, FIRST), {});
  await writeInstance(join(folder.path, SECOND), { base: '3'.repeat(40) });
  const entries = Object.entries(sets).map(([name, instances]) => [
    name,
    { description: 'a set', instances },
  ]);
  await writeFile(join(folder.path, 'sets.yaml'), JSON.stringify(Object.fromEntries(entries)));
  const workspace = {
    instancesDir: folder.path,
    rulesDir: folder.path,
    runsDir: folder.path,
    stateDir: folder.path,
    mirror: undefined,
  };
  const chosen = await selectEntries(workspace, { patterns: [pattern] });
  return chosen.map(({ instance }) => instance.id);
}

test('a set selects its ids and everything that its patterns match', async () => {
  expect(await select('one', { one: [SECOND] })).toEqual([SECOND]);
  expect(await select('all', { all: ['refbench__*'] })).toEqual([FIRST, SECOND]);
});

test('an instance of a set that does not exist is an error that names both', async () => {
  await expect(select('lite', { lite: [FIRST, 'koajs__koa-ef467caa'] })).rejects.toMatchObject({
    kind: 'usage',
    message: 'set "lite": there is no instance koajs__koa-ef467caa',
  });
});

test('an unknown name is an error that lists the sets', async () => {
  await expect(select('light', { lite: [FIRST] })).rejects.toMatchObject({
    kind: 'usage',
    hint: expect.stringContaining('the sets are: lite') as string,
  });
});
