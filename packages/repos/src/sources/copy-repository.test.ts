import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, temporaryFolder } from '@refbench/test-helpers';
import { expect, onTestFinished, test } from 'vitest';
import { openHistory } from '../history/open-history.ts';
import { commitRange, copyRepository } from './copy-repository.ts';

/** A clone with three commits, in a folder that the end of the test removes. */
async function threeCommits(): Promise<{
  readonly folder: string;
  readonly clone: string;
  readonly run: (...args: readonly string[]) => string;
}> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const clone = join(folder.path, 'clone');
  const run = (...args: readonly string[]): string => git(clone, args).trim();
  git(folder.path, ['init', '-q', '-b', 'trunk', 'clone']);
  for (const text of ['one', 'two', 'three']) {
    await writeFile(join(clone, 'file'), `${text}\n`);
    run('add', '.');
    run('commit', '-q', '-m', text);
  }
  return { folder: folder.path, clone, run };
}

test('copies the branch that is checked out, and again what is new', async () => {
  const { folder, clone, run } = await threeCommits();
  const place = join(folder, 'copy.git');
  expect(await copyRepository({ source: clone, place })).toEqual({
    head: run('rev-parse', 'HEAD'),
    isShallow: false,
  });
  run('commit', '-q', '--allow-empty', '-m', 'four');
  const { head } = await copyRepository({ source: clone, place });
  expect(head).toBe(run('rev-parse', 'HEAD'));
  await using history = await openHistory({ name: 'own/copy', path: place, cacheDir: folder });
  expect(history.kind === 'history' && history.head).toBe(head);
});

test('copies a clone that lacks objects', async () => {
  const { folder, clone, run } = await threeCommits();
  const lost = run('rev-parse', 'HEAD~1:file');
  await rm(join(clone, '.git', 'objects', lost.slice(0, 2), lost.slice(2)), { force: true });
  const place = join(folder, 'copy.git');
  expect(await copyRepository({ source: clone, place })).toEqual({
    head: run('rev-parse', 'HEAD'),
    isShallow: false,
  });
  expect(git(place, ['show', 'HEAD:file']).trim()).toBe('three');
  // The copy does not need the clone.
  await rm(clone, { recursive: true });
  expect(git(place, ['show', 'HEAD~2:file']).trim()).toBe('one');
});

test('copies a clone that borrows objects', async () => {
  const { folder, clone, run } = await threeCommits();
  git(folder, ['clone', '-q', '--shared', clone, 'borrower']);
  const place = join(folder, 'copy.git');
  const head = run('rev-parse', 'HEAD');
  expect((await copyRepository({ source: join(folder, 'borrower'), place })).head).toBe(head);
  await rm(clone, { recursive: true });
  expect(git(place, ['show', 'HEAD~2:file']).trim()).toBe('one');
});

test('a shallow clone is told apart, and has more of its history later', async () => {
  const { folder, clone } = await threeCommits();
  git(folder, ['clone', '-q', '--depth', '1', `file://${clone}`, 'shallow']);
  const shallow = join(folder, 'shallow');
  const options = { source: shallow, place: join(folder, 'copy.git') };
  expect(await copyRepository(options)).toMatchObject({ isShallow: true });
  expect(await copyRepository(options)).toMatchObject({ isShallow: true });
  git(shallow, ['fetch', '-q', '--unshallow']);
  expect(await copyRepository(options)).toMatchObject({ isShallow: false });
  expect(git(options.place, ['show', 'HEAD~2:file']).trim()).toBe('one');
});

test('makes one commit of two, always the same', async () => {
  const { folder, clone, run } = await threeCommits();
  const place = join(folder, 'copy.git');
  const { head: last } = await copyRepository({ source: clone, place });
  const range = { base: run('rev-parse', 'HEAD~2'), last, message: 'Two steps' };
  const id = await commitRange(place, range);
  expect(await commitRange(place, range)).toBe(id);
  expect(git(place, ['show', '-s', '--format=%P %s %ct', id]).trim()).toBe(
    `${range.base} Two steps ${run('show', '-s', '--format=%ct', 'HEAD')}`,
  );
  expect(git(place, ['show', `${id}:file`]).trim()).toBe('three');
});

test('says what is wrong with a folder that is no clone', async () => {
  const { folder } = await threeCommits();
  const copy = copyRepository({ source: join(folder, 'absent'), place: join(folder, 'copy.git') });
  await expect(copy).rejects.toMatchObject({
    kind: 'repository',
    message: expect.stringMatching(
      /absent: fatal: .*does not appear to be a git repository/,
    ) as unknown,
  });
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
