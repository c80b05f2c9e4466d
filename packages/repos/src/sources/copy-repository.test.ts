import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHistory } from '../history/open-history.ts';
import { commitRange, copyRepository } from './copy-repository.ts';

async function threeCommits(): Promise<{ folder: string; clone: string; git: typeof run }> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clone = join(folder, 'clone');
  const git = (...args: readonly string[]): string => run('-C', clone, ...args);
  run('init', '-q', '-b', 'trunk', clone);
  for (const text of ['one', 'two', 'three']) {
    await writeFile(join(clone, 'file'), `${text}\n`);
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', text);
  }
  return { folder, clone, git };
}

function run(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

test('copies the branch that is checked out, and again what is new', async () => {
  const { folder, clone, git } = await threeCommits();
  const place = join(folder, 'copy.git');
  expect(await copyRepository({ source: clone, place })).toBe(git('rev-parse', 'HEAD'));
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'four');
  const head = await copyRepository({ source: clone, place });
  expect(head).toBe(git('rev-parse', 'HEAD'));
  await using history = await openHistory({ name: 'own/copy', path: place, cacheDir: folder });
  expect(history.kind === 'history' && history.head).toBe(head);
});

test('makes one commit of two, always the same', async () => {
  const { folder, clone, git } = await threeCommits();
  const place = join(folder, 'copy.git');
  const last = await copyRepository({ source: clone, place });
  const range = { base: git('rev-parse', 'HEAD~2'), last, message: 'Two steps' };
  const id = await commitRange(place, range);
  expect(await commitRange(place, range)).toBe(id);
  expect(run('--git-dir', place, 'show', '-s', '--format=%P %s %ct', id)).toBe(
    `${range.base} Two steps ${git('show', '-s', '--format=%ct', 'HEAD')}`,
  );
  expect(run('--git-dir', place, 'show', `${id}:file`)).toBe('three');
});

test('says what is wrong with a folder that is no clone', async () => {
  const { folder } = await threeCommits();
  const copy = copyRepository({ source: join(folder, 'absent'), place: join(folder, 'copy.git') });
  await expect(copy).rejects.toMatchObject({ kind: 'repository' });
});

test('a failure does not show the credentials of an address', async () => {
  const { folder } = await threeCommits();
  const source = 'http://me:secret@127.0.0.1:1/team/tool.git';
  const failure: unknown = await copyRepository({ source, place: join(folder, 'copy.git') }).catch(
    (error: unknown) => error,
  );
  expect(String(failure)).toContain('http://127.0.0.1:1/team/tool.git');
  expect(String(failure)).not.toContain('secret');
});
