import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { changedNames, scoreAnswer } from './score-answer.ts';

/** Answer, diff, and the result of the study's function in CPython 3.11. */
type Vector = readonly [string, string, boolean, number, boolean];

test('scores equal those of the study: separators, odd headers, ties, empty texts', async () => {
  const file = new URL('../../fixtures/python-scores.json', import.meta.url);
  const vectors = JSON.parse(await readFile(file, 'utf8')) as readonly Vector[];
  expect(vectors.filter(([, , , , pass]) => pass).length).toBeGreaterThan(3);
  for (const [answer, diff, hit, overlap, pass] of vectors) {
    const score = scoreAnswer(answer, diff, ['java']);
    expect([answer, diff, score.file_hit, score.token_overlap, score.pass]).toEqual([
      answer,
      diff,
      hit,
      overlap,
      pass,
    ]);
  }
});

test('pass is decided before the overlap is rounded', () => {
  const tokens = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, at) => `token${from + at}`).join(' ');
  // 299 of 2,000 is 0.1495: three decimals may show 0.150.
  const score = scoreAnswer(`Foo ${tokens(0, 299)}`, `+++ b/Foo.java\n+${tokens(0, 1_999)}\n`, [
    'java',
  ]);
  expect(score).toMatchObject({ shared_tokens: 299, all_tokens: 2_000, file_hit: true });
  expect(score.pass).toBe(false);
});

test('finds file names of other languages by their extensions', () => {
  const diff = 'diff --git a/src/a.test.ts b/src/a.test.ts\n+++ b/src/view.tsx\n+++ b/x.py\n';
  expect([...changedNames(diff, ['ts', 'tsx'])]).toEqual(['a.test', 'view']);
  expect([...changedNames('+++ b/lib/x.c++\n', ['c++'])]).toEqual(['x']);
});
