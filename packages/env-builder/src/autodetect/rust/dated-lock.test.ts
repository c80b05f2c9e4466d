import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RECIPES_FOLDER } from '@refbench/docker';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { draft, reasons } from '../autodetect.testkit.ts';
import { REPORTER_NODE } from '../draft/recipe-of.ts';
import { detectRust } from './rust-ecosystem.ts';

/** Stands for cargo: it makes lock files that differ, and nothing else. */
const CARGO = `#!/bin/bash
[ "$1" != generate-lockfile ] || echo "made $RANDOM$RANDOM" >Cargo.lock
`;

/** A tree with a draft for it, and what its setup leaves. */
async function openTree(folder: string, ignored: string): Promise<() => Promise<string>> {
  const at = (name: string): string => join(folder, name);
  for (const name of ['bin', 'recipe', 'home', 'tree']) await mkdir(at(name));
  await writeFile(at('bin/cargo'), CARGO);
  await chmod(at('bin/cargo'), 0o755);
  await writeFile(at('recipe/manifest-copy.sh'), 'mkdir "$1"\n');
  for (const program of ['10/fetch-crates.mjs', '11/with-yanked-crates.mjs']) {
    await copyFile(join(RECIPES_FOLDER, program), at(`recipe/${basename(program)}`));
  }
  await writeFile(at('tree/.gitignore'), ignored);
  execFileSync('git', ['init', '--quiet'], { cwd: at('tree') });
  const recipe = await draft(detectRust, { 'Cargo.toml': '' }, { on: '2020-04-03' });
  const setup = recipe.text('setup_shell.sh').replaceAll(REPORTER_NODE, process.execPath);
  await writeFile(at('recipe/setup_shell.sh'), setup);
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: at('home'),
    REFBENCH_WARM: '1',
  };
  return async () => {
    const source = ['--norc', '-euc', 'source "$1"', 'bash', at('recipe/setup_shell.sh')];
    execFileSync('bash', source, { cwd: at('tree'), env });
    return await readFile(at('tree/Cargo.lock'), 'utf8').catch(() => 'none');
  };
}

test('each pass of the setup makes the lock file again, and keeps one that golden brings', async () => {
  await using folder = await temporaryFolder();
  const lock = join(folder.path, 'tree/Cargo.lock');
  const pass = await openTree(folder.path, 'Cargo.lock\n');
  const first = await pass();
  expect(first).toMatch(/^made \d+\n$/);
  const second = await pass();
  expect(second).toMatch(/^made \d+\n$/);
  expect(second).not.toBe(first);
  await writeFile(lock, 'of golden\n');
  expect(await pass()).toBe('of golden\n');
  expect(await pass()).toBe('of golden\n');
  await rm(lock);
  expect(await pass()).toMatch(/^made \d+\n$/);
});

test('a lock file that git would take for a change is kept outside of the tree', async () => {
  await using folder = await temporaryFolder();
  const pass = await openTree(folder.path, '');
  const kept = join(folder.path, 'home/.refbench-Cargo.lock');
  expect(await pass()).toBe('none');
  const first = await readFile(kept, 'utf8');
  expect(await pass()).toBe('none');
  expect(await readFile(kept, 'utf8')).not.toBe(first);
  await writeFile(join(folder.path, 'tree/Cargo.lock'), 'of golden\n');
  expect(await pass()).toBe('of golden\n');
});

test('packages of today need a cargo that leaves out those for a newer Rust', async () => {
  const adjustments = { undated: true };
  const recipe = await draft(detectRust, { 'Cargo.toml': '' }, { on: '2017-01-25', adjustments });
  expect(reasons(recipe)[0]).toBe(
    'rust-1.85: without a Cargo.lock, packages are chosen by the Rust that they need, which needs Rust 1.84',
  );
  expect(recipe.text('setup_shell.sh')).not.toContain('--publish-time');
});

test('where a lock file names crates for the packages of a git host, it is completed', async () => {
  await using folder = await temporaryFolder();
  const pass = await openTree(folder.path, 'Cargo.lock\n');
  await writeFile(join(folder.path, 'home/.refbench-git-Cargo.lock'), 'with crates\n');
  expect(await pass()).toBe('with crates\n');
});
