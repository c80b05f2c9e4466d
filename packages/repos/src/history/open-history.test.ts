import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainGit } from '../repos.testkit.ts';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { openHistory, type History } from './open-history.ts';

/** A clone `owner/name` with a side branch that is merged, a rename, and odd names and messages. */
async function mirrorFolder(): Promise<
  TemporaryFolder & { readonly git: (...args: readonly string[]) => string }
> {
  const folder = await temporaryFolder();
  const work = join(folder.path, 'owner', 'name');
  plainGit(folder.path, ['init', '--quiet', '--initial-branch=trunk', work]);
  const git = (...args: readonly string[]): string => plainGit(work, args).toString().trim();
  const commit = async (name: string, text: string, message: string): Promise<void> => {
    await writeFile(join(work, name), text);
    git('add', '--all');
    git('commit', '--quiet', '-m', message);
  };
  await commit('one.txt', 'a\nb\nc\nd\n', 'Root');
  await commit('two\n\u0001:.txt', 'x', 'Odd \u0001 message\n\n:100644 not a path');
  git('checkout', '--quiet', '-b', 'side');
  await commit('three', 'y', 'On the side');
  git('checkout', '--quiet', 'trunk');
  git('mv', 'one.txt', 'moved.txt');
  git('commit', '--quiet', '-m', 'Move it');
  git('merge', '--quiet', '--no-ff', '-m', 'Merge pull request #3 from me/side', 'side');
  return { ...folder, git, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function open(path: string, golden?: string): Promise<History> {
  const history = await openHistory({
    name: 'owner/name',
    mirror: path,
    cacheDir: join(path, 'cache'),
    golden,
  });
  if (history.kind === 'absent') throw new Error(history.reason);
  return history;
}

describe('a history along first parents', () => {
  test('lists merges with their changes, counts renames as two paths, and omits the root', async () => {
    await using folder = await mirrorFolder();
    await using history = await open(folder.path);
    const commits: (readonly [string, number])[] = [];
    const merges: string[] = [];
    for await (const { message, paths, base, golden, author, merged } of history.walk({
      from: history.head ?? '',
    })) {
      expect(author).toBe(folder.git('log', '-1', '--format=%an <%ae>', golden));
      if (merged !== undefined) merges.push(golden);
      expect(base).toBe(folder.git('rev-parse', `${golden}^1`));
      commits.push([message.trim(), paths]);
    }
    expect(merges).toStrictEqual([folder.git('rev-parse', 'HEAD')]);
    expect(commits).toStrictEqual([
      ['Merge pull request #3 from me/side', 1],
      ['Move it', 2],
      ['Odd \u0001 message\n\n:100644 not a path', 1],
    ]);
  });

  test('finds HEAD among packed references, and single commits', async () => {
    await using folder = await mirrorFolder();
    folder.git('pack-refs', '--all');
    const head = folder.git('rev-parse', 'HEAD');
    await using history = await open(folder.path);
    expect(history.head).toBe(head);
    expect((await history.commit(folder.git('rev-parse', 'side')))?.message.trim()).toBe(
      'On the side',
    );
    expect(await history.commit(folder.git('rev-list', '--max-parents=0', 'HEAD'))).toBeUndefined();
    expect(await history.commit('0'.repeat(40))).toBeUndefined();
    expect(await history.commit('--all')).toBeUndefined();
  });

  test('returns the patch with renames, and a missing object as a value', async () => {
    await using folder = await mirrorFolder();
    await using history = await open(folder.path);
    const [base, golden] = [folder.git('rev-parse', 'HEAD~2'), folder.git('rev-parse', 'HEAD~1')];
    const patch = await history.renameDiff(base, golden);
    expect(patch).toBeInstanceOf(Buffer);
    expect((patch as Buffer).toString()).toContain('rename from one.txt');
    expect(await history.renameDiff(base, 'f'.repeat(40))).toHaveProperty('missing');
  });

  test('returns the log of all references, the paths of many commits, and short diffs', async () => {
    await using folder = await mirrorFolder();
    folder.git('tag', '-a', '-m', 'tagged', 'v1', 'side');
    folder.git('pack-refs', '--all');
    folder.git('branch', 'later', 'HEAD~1');
    await using history = await open(folder.path);
    const refs = await history.refs();
    const listed = folder.git('for-each-ref', '--format=%(refname) %(objectname)').split('\n');
    expect(refs.map(({ name, oid }) => `${name} ${oid}`)).toEqual(listed);
    const logged: string[] = [];
    const tips = refs.map(({ oid }) => oid);
    for await (const { commit, subject } of history.log({ tips })) {
      logged.push(`${commit} ${subject}`);
    }
    expect(logged).toEqual(folder.git('log', '--all', '--format=%H %s').split('\n'));
    const [merge, move, root] = ['HEAD', 'HEAD~1', 'HEAD~3'].map((each) =>
      folder.git('rev-parse', each),
    );
    if (merge === undefined || move === undefined || root === undefined)
      throw new Error('no commit');
    const plain = await history.changedPaths([merge, move, root].map((commit) => ({ commit })));
    expect([...plain]).toEqual([[move, ['moved.txt', 'one.txt']]]);
    const brought = await history.changedPaths([{ commit: merge, parent: move }]);
    expect([...brought]).toEqual([[merge, ['three']]]);
    const diff = await history.shortDiff(move, merge);
    expect(Buffer.isBuffer(diff) ? diff.toString() : diff).toBe(
      `${folder.git('diff', '--abbrev=10', move, merge)}\n`,
    );
  });

  test('references that are not stored in files are refused', async () => {
    await using folder = await mirrorFolder();
    await mkdir(join(folder.path, 'owner', 'name', '.git', 'reftable'));
    await using history = await open(folder.path);
    await expect(history.refs()).rejects.toMatchObject({ kind: 'repository' });
  });

  test('an unavailable repository is reported with a reason', async () => {
    await using folder = await mirrorFolder();
    const options = {
      name: 'owner/other',
      mirror: folder.path,
      cacheDir: join(folder.path, 'cache'),
    };
    await using absent = await openHistory(options);
    expect(absent).toMatchObject({
      kind: 'absent',
      reason: expect.stringContaining('owner/other'),
    });
    const golden = 'a'.repeat(40);
    const url = `file://${folder.path}/nowhere`;
    await using unreachable = await openHistory({ ...options, name: 'owner/name', url, golden });
    expect(unreachable).toMatchObject({ kind: 'absent', reason: expect.stringContaining('lacks') });
  });

  test('a commit that the mirror lacks is fetched with its parent', async () => {
    await using folder = await mirrorFolder();
    const golden = folder.git('rev-parse', 'HEAD~1');
    folder.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const url = `file://${folder.path}/owner/name`;
    await using history = await openHistory({
      name: 'else/where',
      url,
      golden,
      cacheDir: join(folder.path, 'cache'),
    });
    if (history.kind === 'absent') throw new Error(history.reason);
    expect((await history.commit(golden))?.paths).toBe(2);
  });
});
