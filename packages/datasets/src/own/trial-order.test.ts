import { expect, test } from 'vitest';
import { inOrderOfTrial } from './trial-order.ts';

const YEAR = 365 * 86_400;
const at = (name: string, year: number, score: number) => ({ name, score, time: year * YEAR });
const names = (ordered: readonly { readonly name: string }[]): readonly string[] =>
  ordered.map(({ name }) => name);

const candidates = [at('doubtful', 50, 0.4), at('good', 47, 0.8), at('old', 44, 0.8)];

test('a good candidate of some years ago comes before a doubtful one of today', () => {
  expect(names(inOrderOfTrial(candidates))).toEqual(['good', 'doubtful', 'old']);
});

test('candidates near to those without an environment come later', () => {
  const lost = [46.5, 47, 47.5].map((year) => ({ time: year * YEAR, hasEnvironment: false }));
  expect(names(inOrderOfTrial(candidates, lost))).toEqual(['doubtful', 'good', 'old']);
});

test('those near to one with an environment come earlier', () => {
  const some = [43, 44, 45].map((year) => ({ time: year * YEAR, hasEnvironment: true }));
  const none = [49.5, 50, 50.5].map((year) => ({ time: year * YEAR, hasEnvironment: false }));
  expect(names(inOrderOfTrial(candidates, [...some, ...none]))).toEqual([
    'good',
    'old',
    'doubtful',
  ]);
});
