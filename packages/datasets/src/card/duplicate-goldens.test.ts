import { join } from 'node:path';
import {
  temporaryFolder,
  writeInstance,
  writeRepository,
  type Files,
} from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { duplicateGoldens } from './duplicate-goldens.ts';

const SHARED = { 'a.js': 'one();\n', 'empty.js': '' };

/** The problems of two instances of one repository with these commits. */
async function problemsWith(base: Files, golden: Files): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const entries = [];
  for (const commits of [
    { base: SHARED, golden: { 'a.js': 'two();\n', 'empty.js': '', 'b.js': '' } },
    { base, golden },
  ]) {
    const dir = join(folder.path, String(entries.length));
    const instance = await writeInstance(dir, await writeRepository(dir, commits));
    entries.push({ instance, dir, rulesDir: dir });
  }
  const workspace = {
    instancesDir: folder.path,
    rulesDir: folder.path,
    runsDir: folder.path,
    stateDir: join(folder.path, 'state'),
    mirror: undefined,
  };
  const found = await duplicateGoldens(workspace, entries, new AbortController().signal);
  return found.map(({ problem }) => problem.replace(/refbench__\S+/, 'the other'));
}

test('a change that was picked to another branch is found, even in a moved file', async () => {
  const problem = 'its golden commit makes the same change to 1 file as that of the other';
  expect(await problemsWith({ 'moved.js': 'one();\n' }, { 'moved.js': 'two();\n' })).toEqual([
    problem,
  ]);
});

test('other changes of the repository are no duplicates, and neither is an added empty file', async () => {
  const golden = { 'a.js': 'three();\n', 'b.js': '', 'empty.js': '' };
  expect(await problemsWith({ ...SHARED, 'c.js': '' }, golden)).toEqual([]);
});
