import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytePath, type Tree } from '@refbench/repos';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { fetchSubmodules, pinnedSubmodules } from './fetch-submodules.ts';

const COMMIT = 'a'.repeat(40);
const tree: Tree = new Map(
  ['spec/data', 'lib/near'].map(
    (path) => [bytePath(path), { mode: '160000', oid: COMMIT }] as const,
  ),
);
const view = viewOf({
  '.gitmodules': `[submodule "data"]
\tpath = spec/data
\turl = https://git.example/o/data.git
[submodule "near"]
\tpath = lib/near
\turl = ../near.git
[submodule "gone"]
\tpath = lib/gone
\turl = https://git.example/o/gone.git
`,
});

test('submodules have the commit of the tree and an absolute address', async () => {
  const repositoryUrl = 'https://git.example/o/project.git';
  const paths = ['spec/data', 'lib/near', 'lib/gone'];
  expect(await pinnedSubmodules(paths, { view, tree, repositoryUrl })).toEqual([
    { path: 'spec/data', url: 'https://git.example/o/data.git', commit: COMMIT },
    { path: 'lib/near', url: 'https://git.example/o/near.git', commit: COMMIT },
  ]);
  const local = await pinnedSubmodules(paths, { view, tree, repositoryUrl: '/srv/project' });
  expect(local.map(({ path }) => path)).toEqual(['spec/data']);
  expect(await pinnedSubmodules([], { view, tree, repositoryUrl })).toEqual([]);
});

test('the files of a commit are fetched while the image is built, and nothing else', async () => {
  await using folder = await temporaryFolder();
  const at = (path: string): string => join(folder.path, path);
  const env = { PATH: process.env['PATH'], HOME: folder.path };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', at('other'), '-c', 'user.name=a', '-c', 'user.email=b', ...args], {
      env,
      encoding: 'utf8',
    }).trim();
  for (const path of ['other', 'tree/there']) await mkdir(at(path), { recursive: true });
  git('init', '--quiet');
  const commits: string[] = [];
  for (const text of ['one', 'two']) {
    await writeFile(at('other/data.txt'), text);
    git('add', '.');
    git('commit', '--quiet', '--message', text);
    commits.push(git('rev-parse', 'HEAD'));
  }
  await writeFile(at('tree/there/mine'), '');
  const [commit = ''] = commits;
  const url = `file://${at('other')}`;
  const script = fetchSubmodules([
    { path: 'spec/data', url, commit },
    { path: 'there', url, commit },
    { path: 'gone', url: `file://${at('none')}`, commit },
  ]);
  const run = (more: Record<string, string>): string =>
    execFileSync('bash', ['--norc', '-euc', `${script} 2>&1`.replace(/fi\s+2>&1$/, 'fi 2>&1')], {
      cwd: at('tree'),
      env: { ...env, ...more },
      encoding: 'utf8',
    });
  expect(run({})).toBe('');
  expect(await readdir(at('tree'))).toEqual(['there']);
  expect(run({ REFBENCH_WARM: '1' })).toContain(
    'the submodule gone cannot be fetched from file://',
  );
  expect(await readFile(at('tree/spec/data/data.txt'), 'utf8')).toBe('one');
  expect(await readdir(at('tree/spec/data'))).toEqual(['data.txt']);
  expect(await readdir(at('tree/there'))).toEqual(['mine']);
});
