import { expect, test } from 'vitest';
import { functionLines } from './code-patch.testkit.ts';
import { findOwnCandidates } from './find-own-candidates.ts';
import { testHistory, type TestHistory } from './history.testkit.ts';
import type { OwnSearchOptions } from './read-own-commits.ts';

/** A module of functions that no other module has. */
function moduleText(first: number, count: number): string {
  const functions = Array.from({ length: count }, (_, at) =>
    functionLines(`scale${first + at}`, first + at).join('\n'),
  );
  return `${functions.join('\n\n')}\n`;
}

async function search(history: TestHistory, options: Partial<OwnSearchOptions> = {}) {
  await using opened = await history.open();
  const calls: (readonly [number, number])[] = [];
  const found = await findOwnCandidates(opened, {
    head: opened.head ?? '',
    maxCommits: 100,
    onProgress: (done, all) => void calls.push([done, all]),
    ...options,
  });
  return { ...found, calls };
}

/** A history with a commit, a merge and a range that are refactorings, among others that are not. */
async function exampleHistory() {
  const history = await testHistory();
  const modules = [
    ['one', 200],
    ['two', 210],
    ['three', 220],
  ] as const;
  const start = await history.commit('feat: scales', {
    'src/all.js': moduleText(0, 30),
    'src/rest.js': moduleText(100, 30),
    ...Object.fromEntries(modules.map(([name, at]) => [`src/${name}.js`, moduleText(at, 4)])),
  });
  const commit = await history.commit('refactor: split the scales into two modules', {
    'src/all.js': undefined,
    'src/low.js': moduleText(0, 15),
    'src/high.js': moduleText(15, 15),
  });
  const version = (text: string) => ({ 'a.js': text, 'b.js': text, 'c.js': text });
  const release = await history.commit('chore(release): 1.0.0', version('export const v = 1;\n'));
  const merge = await history.merge("Merge branch 'refactor/rest'\n\nDivide the rest", [
    ['One half', { 'src/rest.js': moduleText(100, 15), 'src/more.js': moduleText(115, 15) }],
    ['Another name', { 'src/more.js': undefined, 'src/other.js': moduleText(115, 15) }],
  ]);
  const range: string[] = [];
  for (const [name, at] of modules) {
    const edits = { [`src/${name}.js`]: moduleText(at, 4).replaceAll('input', 'measure') };
    range.push(await history.commit(`refactor(units): rename the parameters of ${name}`, edits));
  }
  const feature = await history.commit('A fresh scale', {
    'src/fresh.js': moduleText(300, 30),
    'src/more.js': moduleText(400, 30),
  });
  return { ...history, commits: { start, commit, release, merge, range, feature } };
}

test('finds a commit, a merge and a range, and says why not the others', async () => {
  await using history = await exampleHistory();
  const { start, commit, release, merge, range, feature } = history.commits;
  const { read, candidates, rejected, calls } = await search(history);
  expect(read).toBe(8);
  expect(candidates.map(({ kind, last }) => [kind, last])).toEqual([
    ['commit', commit],
    ['merge', merge],
    ['range', range[2]],
  ]);
  expect(candidates[1]).toMatchObject({ title: 'Divide the rest', commits: [merge] });
  expect(candidates[2]).toMatchObject({
    base: merge,
    commits: range,
    language: 'javascript',
    evidence: expect.arrayContaining(['3 commits of one author with one purpose']),
  });
  expect(new Map(rejected.map((each) => [each.commit, each.reason]))).toEqual(
    new Map([
      [start, 'its title says that it adds a feature'],
      [feature, 'too little speaks for a refactoring'],
      [release, 'it is a release'],
    ]),
  );
  expect(calls.at(-1)).toEqual([calls.length, calls.length]);
});

test('leaves out what no test can judge', async () => {
  await using history = await exampleHistory();
  const types = (name: string): string => functionLines(name, 7).join('\n').repeat(12);
  const before = await history.commit('chore: types', {
    'lib/types.d.ts': types('one'),
    'examples/show.js': types('two'),
  });
  const change = await history.commit('refactor: rename the types', {
    'lib/types.d.ts': types('first'),
    'examples/show.js': types('second'),
  });
  const { rejected } = await search(history, { head: change });
  const reason = 'it changes only tests, or code that tests do not run';
  for (const commit of [before, change]) {
    expect(rejected).toContainEqual(expect.objectContaining({ commit, reason }));
  }
});

test('reads the branch that a release brings', async () => {
  await using history = await testHistory();
  await history.commit('feat: scales', { 'src/all.js': moduleText(0, 30) });
  const title = 'refactor: split the scales into two modules';
  const release = await history.merge('v1.2.0', [
    [
      title,
      {
        'src/all.js': undefined,
        'src/low.js': moduleText(0, 15),
        'src/high.js': moduleText(15, 15),
      },
    ],
    ['docs: the scales', { 'README.md': 'Scales\n' }],
  ]);
  const { read, candidates, rejected } = await search(history);
  expect(read).toBe(4);
  expect(candidates.map(({ kind, title }) => [kind, title])).toEqual([['commit', title]]);
  expect(rejected).toContainEqual(
    expect.objectContaining({ commit: release, reason: 'it is a release' }),
  );
});

/** Two modules whose parameters a small refactoring renames. */
const smallModules = (name: string) => ({
  'src/few.js': moduleText(500, 3).replaceAll('input', name),
  'src/also.js': moduleText(510, 3).replaceAll('input', name),
});

test('takes small changes that name a refactoring where there are few candidates', async () => {
  await using history = await testHistory();
  await history.commit('feat: scales', smallModules('input'));
  const named = await history.commit('refactor: rename the parameters', smallModules('measure'));
  const other = await history.commit('Measures of lengths', smallModules('length'));
  const { candidates, rejected } = await search(history);
  expect(candidates.map(({ last }) => last)).toEqual([named]);
  expect(rejected.map(({ commit }) => commit)).toContain(other);
  expect(rejected.map(({ commit }) => commit)).not.toContain(named);
});

test('looks into merges that are no candidates where there are few', async () => {
  await using history = await testHistory();
  await history.commit('feat: scales', { 'src/all.js': moduleText(0, 30) });
  const title = 'refactor: split the scales into two modules';
  const halves = { 'src/low.js': moduleText(0, 15), 'src/high.js': moduleText(15, 15) };
  const merge = await history.merge("Merge branch 'fix/limits'\n\nFix the limits of scales", [
    [title, { 'src/all.js': undefined, ...halves }],
    ['Other limits', { 'src/low.js': moduleText(600, 15), 'src/high.js': moduleText(700, 15) }],
  ]);
  const { read, candidates, rejected } = await search(history);
  expect(read).toBe(4);
  expect(candidates.map((each) => [each.kind, each.title])).toEqual([['commit', title]]);
  expect(rejected).toContainEqual(
    expect.objectContaining({ commit: merge, reason: 'its title says that it fixes something' }),
  );
});

test('reads no more commits than it may, and stops when it is told to', async () => {
  await using history = await exampleHistory();
  expect(await search(history, { maxCommits: 2 })).toMatchObject({ read: 2, candidates: [] });
  const before = AbortSignal.abort(new Error('enough'));
  await expect(search(history, { signal: before })).rejects.toThrow('enough');
  const during = new AbortController();
  const onProgress = (): void => during.abort(new Error('enough'));
  await expect(search(history, { signal: during.signal, onProgress })).rejects.toThrow('enough');
});

test('the same history gives the same result', async () => {
  await using history = await exampleHistory();
  expect(await search(history)).toEqual(await search(history));
});
