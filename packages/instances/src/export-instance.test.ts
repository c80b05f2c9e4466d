import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recipeDigest } from '@refbench/env-builder';
import { temporaryFolder, writeInstance } from '@refbench/test-helpers';
import { expect, it } from 'vitest';
import { exportInstance } from './export-instance.ts';

it('copies an instance with its rules and all its scripts, and replaces nothing', async () => {
  await using folder = await temporaryFolder();
  const dir = join(folder.path, 'one');
  const instance = await writeInstance(dir, {
    scripts: { 'setup_shell.sh': '', test_command: '' },
    suite: { counter: 1, format: 'tap', reports: ['*.tap'] },
    programs: { 'without-werror.sh': 1 },
  });
  const rulesDir = join(folder.path, 'rules');
  await mkdir(join(rulesDir, 'additive'), { recursive: true });
  await writeFile(join(rulesDir, 'additive/x.yml'), 'id: x\n');
  const out = join(folder.path, 'out');
  const copy = await exportInstance({ instance, dir, rulesDir }, out);
  expect(copy.dir).toBe(join(out, 'instances', instance.id));
  expect((await readdir(join(copy.dir, 'environment'))).sort()).toEqual([
    'count_tests',
    'counter.mjs',
    'run_tests',
    'setup_shell.sh',
    'suite.json',
    'test_command',
    'without-werror.sh',
  ]);
  expect(await readdir(join(copy.rulesDir, 'additive'))).toEqual(['x.yml']);
  expect(await recipeDigest(copy.dir)).toBe(await recipeDigest(dir));
  await expect(exportInstance({ instance, dir, rulesDir }, out)).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringContaining('exists') as unknown,
  });
});
