import { expect, test } from 'vitest';
import { spentBefore } from './spent-before.ts';

/** Dollars of each try in a ledger, by name. */
const LEDGER = new Map([
  ['r/i/a/1', 0.1],
  ['r/i/a/2', 0.2],
  ['r/i/a/repeat-2-1', 0.4],
  ['r/i/a/repeat-2-2/plan', 0.05],
  ['r/i/a/repeat-12-1', 7],
  ['r/i/ab/1', 9],
]);

const gateway = {
  spentUsd: (prefix = ''): number =>
    [...LEDGER].reduce((sum, [name, usd]) => (name.startsWith(prefix) ? sum + usd : sum), 0),
};

test.each([
  [1, 0.3],
  [2, 0.45],
  [3, 0],
  [12, 7],
])('repeat %i has spent $%f', (repeat, usd) => {
  expect(spentBefore(gateway, 'r/i/a', repeat)).toBeCloseTo(usd, 9);
});

test('an agent without a model has spent nothing', () => {
  expect(spentBefore(undefined, 'r/i/a', 1)).toBe(0);
});
