import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RankingEntry } from '../rank/ranking-file.ts';
import { joinRankings } from './join-rankings.ts';

function entry(golden: string, score: number, model?: string): RankingEntry {
  const found = { repository: 'a/b', golden, merged: 'yes', chosen: false };
  const scored =
    model === undefined ? { scorer: 'signals', score } : { scorer: 'model', score, model };
  return { rank: 1, commit: found, measured: { golden }, score: scored } as unknown as RankingEntry;
}

test('one commit in two folders counts once, with its best score', () => {
  const joined = joinRankings([
    [entry('one', 0.4), entry('two', 0.3)],
    [entry('one', 0.9), entry('three', 0.35)],
  ]);
  expect(joined.map(({ commit, rank, score }) => [commit.golden, rank, score.score])).toEqual([
    ['one', 1, 0.9],
    ['three', 2, 0.35],
    ['two', 3, 0.3],
  ]);
});

test('scores of different scorers are not compared', () => {
  expect(() => joinRankings([[entry('one', 1)], [entry('two', 1, 'big-model')]])).toThrow(
    /different scorers: signals, big-model/,
  );
});

test('the result is sorted, numbered, and has every commit once', () => {
  const list = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: 0, max: 1, noNaN: true })),
  );
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), (folders) => {
      const rankings = folders.map((pairs) => pairs.map(([golden, score]) => entry(golden, score)));
      const joined = joinRankings(rankings);
      const goldens = joined.map(({ commit }) => commit.golden);
      expect(new Set(goldens)).toEqual(new Set(folders.flat().map(([golden]) => golden)));
      expect(goldens).toHaveLength(new Set(goldens).size);
      const scores = joined.map(({ score }) => score.score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(joined.map(({ rank }) => rank)).toEqual(joined.map((_, at) => at + 1));
    }),
  );
});
