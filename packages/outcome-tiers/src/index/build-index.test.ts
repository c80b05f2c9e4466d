import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openHistory, type History } from '@refbench/repos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeSource } from '../eval/code-source.ts';
import { buildIndex, type BuildIndexOptions, type BuiltIndex } from './build-index.ts';
import { sourceFilter } from './source-filter.ts';
import { keysOf } from './ticket-keys.ts';

let folder = '';
let work = '';
let clock = Date.UTC(2010, 0, 1) / 1_000;

function git(...args: readonly string[]): string {
  const date = `${clock} +0000`;
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
  const config = ['-c', 'user.name=x', '-c', 'user.email=x@y', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...config, ...args], { cwd: work, env })
    .toString()
    .trim();
}

async function commit(message: string, ...paths: readonly string[]): Promise<string> {
  clock += 60;
  for (const path of paths) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), `line ${clock}\r\nend\r\n`);
  }
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '-m', message);
  return git('rev-parse', 'HEAD');
}

const at: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-test-'));
  work = join(folder, 'clone');
  await mkdir(work);
  git('init', '--quiet');
  at['root'] = await commit('A-1 at the root', 'src/One.java');
  at['first'] = await commit('Fix a-2 and A-1', 'src/Two.java', 'src/test/TwoTests.java');
  // The body contains the key in capitals, so that a search for "A-" finds it.
  at['small'] = await commit('lower a-3\n\nsee A-99', 'src/Three.java', 'src/Wide.java');
  at['follow'] = await commit('A-3: only a test', 'src/test/Three.java');
  at['trailer'] = await commit('No key here\n\nText A-7\n\nIssue: A-4, A-5\n', 'src/Four.java');
  at['python'] = await commit('A-6 in Python', 'lib/six.py', 'tests/test_six.py');
  git('checkout', '--quiet', '-b', 'side', 'HEAD~1');
  at['side'] = await commit('A-8 on a side', 'src/Eight.java');
  git('checkout', '--quiet', 'main');
  clock += 60;
  git('merge', '--quiet', '--no-ff', '-m', 'Merge A-9', 'side');
  git('tag', 'v1');
  git('checkout', '--quiet', '--detach');
  at['pull'] = await commit('A-10 by a stranger', 'src/Ten.java');
  git('update-ref', 'refs/pull/1/head', 'HEAD');
  git('checkout', '--quiet', 'main');
  git('pack-refs', '--all');
  git('update-ref', 'refs/heads/late', at['first'] ?? '');
});
afterAll(() => rm(folder, { recursive: true }));

async function withHistory<T>(use: (history: History) => Promise<T>): Promise<T> {
  await using history = await openHistory({
    name: 'clone',
    path: work,
    cacheDir: join(folder, 'cache'),
  });
  if (history.kind === 'absent') throw new Error(history.reason);
  return await use(history);
}

async function index(options: Partial<BuildIndexOptions> = {}): Promise<BuiltIndex> {
  const filter = await sourceFilter('java');
  return withHistory((history) =>
    buildIndex({
      history,
      refs: ['branches', 'tags'],
      keys: { projects: ['A'], where: 'subject' },
      pick: 'newest',
      merges: 'skip',
      filter,
      ...options,
    }),
  );
}

function named({ entries }: BuiltIndex): readonly string[] {
  return entries.map(({ key, sha, files }) => {
    const name = Object.keys(at).find((each) => at[each] === sha) ?? 'merge';
    return `${key} ${name} ${files.join(' ')}`;
  });
}

describe('the index of a repository', () => {
  test('follows the study: first key of a subject, newest commit, then files', async () => {
    const built = await index();
    expect(named(built)).toEqual(['A-8 side src/Eight.java', 'A-2 first src/Two.java']);
    expect(built.counts).toMatchObject({ refs: 4, commits: 8, mentioning: 8, keyed: 7, keys: 6 });
    // A-3's newest commit and A-6 have no Java, A-9 is a merge, A-1 has no parent.
    expect(built.dropped).toEqual({
      unlabelled: 0,
      other_commit_taken: 1,
      root: 1,
      merge: 1,
      no_source: 2,
    });
    expect(built.entries[1]).toMatchObject({ parent: at['root'], message: 'Fix a-2 and A-1' });
  });

  test('alternative commits of a key, and merges', async () => {
    expect(named(await index({ pick: 'newest-with-source' }))).toContain(
      'A-3 small src/Three.java src/Wide.java',
    );
    expect(named(await index({ pick: 'oldest' }))).toContain(
      'A-3 small src/Three.java src/Wide.java',
    );
    expect(named(await index({ merges: 'first-parent' }))).toContain('A-9 merge src/Eight.java');
  });

  test('keys anywhere in the message, or in its trailers', async () => {
    const all = { projects: ['A'], where: 'message' } as const;
    const keys = (built: BuiltIndex): readonly string[] =>
      built.entries.map(({ key }) => key).sort();
    expect(keys(await index({ keys: all }))).toEqual([
      'A-1',
      'A-2',
      'A-4',
      'A-5',
      'A-7',
      'A-8',
      'A-99',
    ]);
    expect(keys(await index({ keys: { ...all, maxNumber: 50 } }))).not.toContain('A-99');
    const trailers = { projects: ['A'], where: 'trailers' } as const;
    expect(keys(await index({ keys: trailers }))).toEqual(['A-4', 'A-5']);
  });

  test('the scope of references determines the commits', async () => {
    expect(named(await index({ refs: ['all'] }))).toContain('A-10 pull src/Ten.java');
    expect(named(await index({ refs: ['refs/pull/'] }))).toContain('A-10 pull src/Ten.java');
    expect(named(await index({ refs: ['refs/heads/late'] }))).toEqual(['A-2 first src/Two.java']);
    await expect(index({ refs: ['remotes'] })).rejects.toMatchObject({ kind: 'repository' });
    await expect(index({ refs: ['nothing'] })).rejects.toMatchObject({ kind: 'usage' });
  });

  test('tickets without a label are omitted, and each language has a rule for tests', async () => {
    const built = await index({ labels: new Map([['A-8', 'Assist']]) });
    expect(built.entries).toMatchObject([{ key: 'A-8', tier: 'Assist' }]);
    expect(built.dropped.unlabelled).toBe(6);
    const python = await index({ filter: await sourceFilter('Python') });
    expect(named(python)).toEqual(['A-6 python lib/six.py']);
    await expect(sourceFilter('latin')).rejects.toMatchObject({ kind: 'usage' });
  });

  test('code is decoded with line feeds, and missing files are undefined', async () => {
    await withHistory(async (history) => {
      const code = codeSource(history);
      const [commit = '', parent = ''] = [at['side'], at['trailer']];
      expect(await code.textAt(commit, 'src/Eight.java')).toMatch(/^line \d+\nend\n$/);
      expect(await code.textAt(parent, 'src/Eight.java')).toBeUndefined();
      const diff = await code.diff(parent, commit);
      expect(diff).toMatch(
        /^diff --git a\/src\/Eight.java b\/src\/Eight.java\nnew file mode 100644\nindex 0{10}\.\.[0-9a-f]{10}\n/,
      );
      expect(diff).not.toContain('\r');
    });
  });
});

describe('keys in a text', () => {
  const find = (subject: string, projects = ['SPR']): readonly string[] =>
    keysOf({ subject, message: `${subject} SPR-` }, { projects, where: 'subject' });

  test('whole words in any script and case, only the first', () => {
    expect(find('SPR-12, SPR-13')).toEqual(['SPR-12']);
    expect(find('[spr-0012]')).toEqual(['SPR-0012']);
    expect(find('xSPR-1 éSPR-2 SPR-3x SPR-4')).toEqual(['SPR-4']);
    expect(find('SPR-')).toEqual([]);
  });

  test('a line break as defined by Python ends the subject', () => {
    expect(find('Fix\u2028SPR-1')).toEqual([]);
  });

  test('a key in lower case only is ignored, because git searched for capitals', () => {
    expect(
      keysOf({ subject: 'spr-1', message: 'spr-1' }, { projects: ['SPR'], where: 'subject' }),
    ).toEqual([]);
  });

  test('numbers of GitHub', () => {
    const message = 'Fix it (#12)\n\nCloses gh-13';
    const keys = { projects: ['GH'], where: 'message' } as const;
    expect(keysOf({ subject: 'Fix it (#12)', message }, keys)).toEqual(['GH-12', 'GH-13']);
  });
});
