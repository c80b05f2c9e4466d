import { describe, expect, test } from 'vitest';
import type { Change } from './change.ts';
import { chooseChanges } from './choose-changes.ts';
import { readOwnTools } from './own-tools.ts';
import { purposeOfRange, rangesOf } from './ranges.ts';
import { sharedPurpose } from './shared-purpose.ts';

const { keywords } = await readOwnTools();
const RULES = { max_commits: 3, max_days: 3, min_score: 0.2, common_files: 0.5, gain: 0.05 };
const DAY = 86_400;

interface Given {
  readonly score?: number;
  readonly title?: string;
  readonly scope?: string | undefined;
  readonly doubt?: number;
  readonly author?: string;
  readonly time?: number;
  readonly isMerge?: boolean;
  readonly codePaths?: readonly string[];
}

/** Commit `at` of a line of commits. */
function change(at: number, given: Given = {}): Change {
  const { score = 0.3, title = 'x', scope, doubt = 0, codePaths = ['a.js'] } = given;
  const { author = 'A <a@b>', time = at * DAY, isMerge = false } = given;
  const purpose = { title, body: '', type: undefined, named: undefined, message: 1, scope, doubt };
  const ids = { golden: `c${at}`, base: `c${at - 1}` };
  const merged = isMerge ? `m${at}` : undefined;
  const commit = { ...ids, time, author, merged, message: title, paths: 1 };
  const commits = [{ commit, purpose, codePaths }];
  return { commits, purpose, score, language: 'go', signs: undefined as never };
}

function ids(changes: readonly Change[]): string {
  return changes.flatMap(({ commits }) => commits.map(({ commit }) => commit.golden)).join(' ');
}

describe('ranges', () => {
  const isShared = sharedPurpose([], RULES.common_files, keywords);
  const found = (...changes: readonly (Change | undefined)[]): readonly string[] =>
    rangesOf(changes, isShared, RULES).map(ids);

  test('consecutive commits with one purpose, at most as many as allowed', () => {
    expect(found(change(1), change(2))).toEqual(['c1 c2']);
    const five = [1, 2, 3, 4, 5].map((at) => change(at));
    expect(found(...five)).toEqual(['c1 c2 c3', 'c4 c5']);
    expect(found(change(1))).toEqual([]);
  });

  test.each<[string, Given]>([
    ['another author', { author: 'B <b@b>' }],
    ['a merge', { isMerge: true }],
    ['a week later', { time: 9 * DAY }],
    ['a feature', { doubt: 0.7 }],
    ['hardly a refactoring', { score: 0.1 }],
    ['another purpose', { codePaths: ['b.js'] }],
  ])('end at %s', (_, given) => {
    expect(found(change(1), change(2), change(3, given))).toEqual(['c1 c2']);
  });

  test('end at a commit that was not measured', () => {
    expect(found(change(1), undefined, change(3))).toEqual([]);
    expect(found(change(1), change(3))).toEqual([]);
  });

  test('have the title of their best commit and all titles', () => {
    const range = [change(1, { title: 'one' }), change(2, { title: 'two', score: 0.5 })];
    expect(purposeOfRange(range)).toMatchObject({ title: 'two', body: '- one\n- two' });
  });
});

describe('a shared purpose', () => {
  const titles = [...Array.from({ length: 50 }, () => 'move the parser'), 'move the lexer'];
  const isShared = sharedPurpose(titles, 0.5, keywords);
  const [left, right] = [{ codePaths: ['a.js'] }, { codePaths: ['b.js'] }];
  const compare = (a: Given, b: Given): boolean => {
    const [one, two] = [change(1, { ...left, ...a }), change(2, { ...right, ...b })];
    return one.commits.every((first) => two.commits.every((second) => isShared(first, second)));
  };

  test('is a scope, a rare word, or most files', () => {
    expect(compare({}, {})).toBe(false);
    expect(compare({ scope: 'api' }, { scope: 'api' })).toBe(true);
    expect(compare({ title: 'split the lexer' }, { title: 'rename the lexer' })).toBe(true);
    expect(compare({}, { codePaths: ['a.js', 'b.js', 'c.js'] })).toBe(true);
  });

  test('is no word for refactorings', () => {
    expect(compare({ title: 'cleanup of one' }, { title: 'cleanup of another' })).toBe(false);
  });

  test('is no word that many titles contain', () => {
    expect(compare({ title: 'move the parser' }, { title: 'split the parser' })).toBe(false);
  });
});

describe('the choice', () => {
  const range = (score: number, ...changes: readonly Change[]): Change => ({
    ...change(1, { score }),
    commits: changes.flatMap(({ commits }) => commits),
  });
  const [one, two] = [change(1, { score: 0.4 }), change(2, { score: 0.3 })];

  test('a range that is hardly better gives way to its commits', () => {
    expect(
      chooseChanges([two, one], [range(0.42, one, two)], 0.05).map(({ score }) => score),
    ).toEqual([0.4, 0.3]);
  });

  test('a range that is clearly better takes the place of its commits', () => {
    const chosen = chooseChanges([one, two, change(3)], [range(0.5, one, two)], 0.05);
    expect(chosen.map((each) => ids([each]))).toEqual(['c1 c2', 'c3']);
  });

  test('a range of commits that are too small needs to be no better', () => {
    expect(chooseChanges([], [range(0.1, one, two)], 0.05).map((each) => ids([each]))).toEqual([
      'c1 c2',
    ]);
  });
});
