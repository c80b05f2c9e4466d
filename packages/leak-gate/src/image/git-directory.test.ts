import { execFileSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, temporaryFolder } from '@refbench/test-helpers';
import { gitDirectoryFaults } from './git-directory.ts';

/** Returns the faults of a repository with one commit after `change`. */
async function faultsAfter(change: (tree: string) => unknown): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const tree = join(folder.path, 'tree');
  await mkdir(tree);
  await writeFile(join(tree, 'a.js'), 'base\n');
  git(tree, ['init', '--quiet', '--initial-branch=main', '--template=']);
  git(tree, ['config', 'core.logAllRefUpdates', 'false']);
  git(tree, ['add', '--all']);
  git(tree, ['commit', '--quiet', '--message=Base']);
  await change(tree);
  const copy = join(folder.path, 'copy');
  await cp(join(tree, '.git'), copy, { recursive: true });
  return await gitDirectoryFaults(copy);
}

it('accepts one commit, loose or packed', async () => {
  expect(await faultsAfter(() => undefined)).toEqual([]);
  expect(await faultsAfter((tree) => git(tree, ['gc', '--quiet']))).toEqual([]);
});

it('finds an unreferenced object, also in a kept pack', async () => {
  const loose = async (tree: string): Promise<void> => {
    await writeFile(join(tree, 'b.js'), 'golden\n');
    git(tree, ['hash-object', '-w', 'b.js']);
  };
  expect(await faultsAfter(loose)).toEqual([
    expect.stringMatching(/^1 objects that HEAD does not need, such as blob [0-9a-f]{40}$/),
  ]);
  const kept = async (tree: string): Promise<void> => {
    await loose(tree);
    const pack = join(tree, '.git/objects/pack/pack');
    const all = git(tree, ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
    const name = execFileSync('git', ['pack-objects', '--quiet', pack], { cwd: tree, input: all });
    await writeFile(`${pack}-${name.toString().trim()}.keep`, '');
    git(tree, ['prune-packed', '--quiet']);
  };
  expect((await faultsAfter(kept)).join()).toMatch(/\.keep,1 objects that HEAD does not need/);
});

it.each<readonly [string, readonly string[], RegExp]>([
  ['a second commit', ['commit', '--amend', '--message=Again'], /2 commits/],
  ['a tag', ['tag', '-a', 'v1', '-m', 'v1'], /refs\/tags\/v1.*1 tags/],
  ['a branch', ['branch', 'other'], /refs\/heads\/other/],
  ['a remote', ['remote', 'add', 'origin', 'https://example.org/a/b'], /remote\.origin\.url/],
  ['a note', ['notes', 'add', '-m', 'seen'], /refs\/notes\/commits/],
])('finds %s', async (_, command, fault) => {
  expect((await faultsAfter((tree) => git(tree, command))).join()).toMatch(fault);
});

it('finds a reflog, a stash, a second head and borrowed objects', async () => {
  const stash = async (tree: string): Promise<void> => {
    await writeFile(join(tree, 'a.js'), 'golden\n');
    git(tree, ['stash', '--quiet']);
  };
  expect((await faultsAfter(stash)).join()).toMatch(/refs\/stash.*3 commits/);
  const write = (path: string, text: string) => async (tree: string) => {
    await mkdir(join(tree, '.git', path, '..'), { recursive: true });
    await writeFile(join(tree, '.git', path), text);
  };
  const id = '1'.repeat(40);
  for (const path of ['logs/HEAD', 'ORIG_HEAD', 'FETCH_HEAD', 'shallow']) {
    expect(await faultsAfter(write(path, `${id}\n`))).toContain(`the file ${path}`);
  }
  const borrowed = write('objects/info/alternates', '/elsewhere\n');
  expect(await faultsAfter(borrowed)).toContain('the file objects/info/alternates');
});

it('reports a directory that git cannot read', async () => {
  const broken = await faultsAfter((tree) => rm(join(tree, '.git/HEAD')));
  expect(broken.join()).toMatch(/git cannot read/);
});
