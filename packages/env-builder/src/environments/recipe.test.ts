import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeInstance } from '@refbench/test-helpers';
import { doesNothing, recipeDigest, systemScript } from './recipe.ts';

it('changes with every name, mode and byte of a recipe', async () => {
  await using folder = await temporaryFolder();
  const directory = folder.path;
  await writeInstance(directory, { scripts: { 'setup_shell.sh': 'true\n', run_tests: 'true\n' } });
  const file = (name: string): string => join(directory, 'environment', name);
  const seen = new Set([await recipeDigest(directory)]);
  const steps: (() => Promise<unknown>)[] = [
    () => writeFile(file('setup_shell.sh'), 'false\n'),
    () => chmod(file('run_tests'), 0o755),
    () => rename(file('run_tests'), file('run_test')),
    () => mkdir(file('lib')).then(() => writeFile(file('lib/x.sh'), '')),
    () => symlink('x.sh', file('lib/y.sh')),
    () => rm(file('lib/y.sh')).then(() => symlink('z.sh', file('lib/y.sh'))),
    () => writeInstance(directory, { manifests: ['package.json'] }),
    () => writeInstance(directory, { manifests: ['package.json'], base_image: 'node-20' }),
  ];
  for (const step of steps) {
    await step();
    const digest = await recipeDigest(directory);
    expect({ step: String(step), new: !seen.has(digest) }).toMatchObject({ new: true });
    seen.add(digest);
  }
  expect(await recipeDigest(directory)).toBe([...seen].at(-1));
});

it('does not depend on files outside the recipe', async () => {
  await using folder = await temporaryFolder();
  const scripts = { 'setup_shell.sh': 'true\n' };
  await writeInstance(folder.path, { scripts });
  const before = await recipeDigest(folder.path);
  await writeFile(join(folder.path, 'task.open.md'), 'Refactor.');
  await writeInstance(folder.path, { scripts, category: 'other' });
  expect(await recipeDigest(folder.path)).toBe(before);
});

it('refuses a recipe without setup_shell.sh', async () => {
  await using folder = await temporaryFolder();
  await writeInstance(folder.path, { scripts: { run_tests: '' } });
  await expect(recipeDigest(folder.path)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('setup_shell.sh') as unknown,
  });
});

it('skips a system script of comments alone', async () => {
  expect(doesNothing('#!/bin/bash\nset -euo pipefail\n\n  # nothing to install\n')).toBe(true);
  expect(doesNothing('set -e\napt-get update\n')).toBe(false);
  await using folder = await temporaryFolder();
  await writeInstance(folder.path, { scripts: { 'setup_shell.sh': '' } });
  expect(await systemScript(folder.path)).toBeUndefined();
  await writeFile(join(folder.path, 'environment/install_system.sh'), 'touch /x');
  expect((await systemScript(folder.path))?.toString()).toBe('touch /x');
});
