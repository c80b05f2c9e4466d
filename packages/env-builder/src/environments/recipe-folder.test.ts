import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder, writeInstance, type TemporaryFolder } from '@refbench/test-helpers';
import { recipeDigest, setupDigest } from './recipe.ts';
import { completeRecipe, recipeFolder } from './recipe-folder.ts';

const scripts = { 'setup_shell.sh': 'true\n', test_command: '#!/bin/bash\n' };
const suite = { counter: 1, format: 'tap', reports: ['*.tap'], excluded_tests: ['two\nlines'] };

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const instance = (): string => join(folder.path, 'instance');
const state = (): string => join(folder.path, 'state');

it('is the folder of the instance if nothing is to be added', async () => {
  await writeInstance(instance(), { scripts });
  expect(await recipeFolder(instance(), state())).toBe(join(instance(), 'environment'));
});

it('adds the counter and the programs that instance.yaml names', async () => {
  await writeInstance(instance(), { scripts, suite, programs: { 'manifest-copy.sh': 1 } });
  const whole = await recipeFolder(instance(), state());
  expect((await readdir(whole)).sort()).toEqual([
    'count_tests',
    'counter.mjs',
    'manifest-copy.sh',
    'run_tests',
    'setup_shell.sh',
    'suite.json',
    'test_command',
  ]);
  expect((await stat(join(whole, 'count_tests'))).mode & 0o111).not.toBe(0);
  const { counter: _, ...counted } = suite;
  expect(JSON.parse(await readFile(join(whole, 'suite.json'), 'utf8'))).toEqual(counted);
  expect(await recipeFolder(instance(), state())).toBe(whole);
  expect(await readdir(join(state(), 'scratch'))).toEqual([]);
});

it('has the same digest if the files were copied beside the scripts', async () => {
  await writeInstance(instance(), { scripts, suite });
  const digest = await recipeDigest(instance());
  const copy = join(folder.path, 'copy');
  await cp(instance(), copy, { recursive: true });
  await completeRecipe(instance(), join(copy, 'environment'));
  expect(await recipeDigest(copy)).toBe(digest);
  expect(await recipeFolder(copy, state())).toBe(join(copy, 'environment'));
});

it('refuses a file that is not the one that instance.yaml names, and a version that is not there', async () => {
  await writeInstance(instance(), { scripts, suite });
  const own = join(instance(), 'environment/count_tests');
  await writeFile(own, 'echo 1\n');
  await chmod(own, 0o755);
  await expect(recipeDigest(instance())).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('is not count_tests, version 1') as unknown,
  });
  await rm(own);
  await writeInstance(instance(), { scripts, suite: { ...suite, counter: 999 } });
  await expect(recipeFolder(instance(), state())).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('does not have count_tests, version 999') as unknown,
  });
});

it('needs no new installation if only the counting changes', async () => {
  await writeInstance(instance(), { scripts, suite });
  const setup = await setupDigest(instance());
  const whole = await recipeDigest(instance());
  await writeInstance(instance(), { scripts, suite: { ...suite, format: 'junit-xml' } });
  expect(await setupDigest(instance())).toBe(setup);
  expect(await recipeDigest(instance())).not.toBe(whole);
});
