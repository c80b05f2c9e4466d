import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_PUBLISHED_DATA, publishedData } from '@refbench/test-helpers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combinedScore, diffScore, messageScore } from './combined-score.ts';

const LATTICE = 16_000;
const hundredth = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);

const message = fc.record({
  large_scale: hundredth,
  refactoring: hundredth,
  cohesion: hundredth,
  length: hundredth,
  triviality: hundredth,
  uncertainty: hundredth,
});
const diff = fc.record({
  refactoring: hundredth,
  complexity: hundredth,
  mixed_concerns: hundredth,
  risk: hundredth,
  uncertainty: hundredth,
  triviality: hundredth,
  automation: hundredth,
});

function expectOnLattice(score: number): void {
  expect(Math.abs(score * LATTICE - Math.round(score * LATTICE))).toBeLessThan(1e-6);
}

test('scores in hundredths give multiples of 1/16000, at most 1', () => {
  fc.assert(
    fc.property(message, diff, (of, at) => {
      const score = combinedScore(of, at);
      expectOnLattice(score);
      expect(score).toBeLessThanOrEqual(1 + 1e-12);
    }),
  );
});

test('the best score is 1, and the worst is below 0', () => {
  const best = {
    large_scale: 1,
    refactoring: 1,
    cohesion: 1,
    length: 0,
    triviality: 0,
    uncertainty: 0,
  };
  const pure = {
    refactoring: 1,
    complexity: 1,
    mixed_concerns: 0,
    risk: 0,
    uncertainty: 0,
    triviality: 0,
    automation: 0,
  };
  expect(messageScore(best)).toBeCloseTo(1, 12);
  expect(diffScore(pure)).toBeCloseTo(1, 12);
  expect(combinedScore(best, pure)).toBeCloseTo(1, 12);
  const worst = {
    large_scale: 0,
    refactoring: 0,
    cohesion: 0,
    length: 1,
    triviality: 1,
    uncertainty: 1,
  };
  const impure = {
    refactoring: 0,
    complexity: 0,
    mixed_concerns: 1,
    risk: 1,
    uncertainty: 1,
    triviality: 1,
    automation: 1,
  };
  expect(messageScore(worst)).toBeCloseTo(-0.6, 12);
  expect(diffScore(impure)).toBeCloseTo(-1.5, 12);
});

test('the 640 published scores lie on the lattice', ({ skip }) => {
  const folder = publishedData() ?? skip(NO_PUBLISHED_DATA);
  const text = readFileSync(join(folder, 'codetaste/candidates.csv'), 'utf8');
  const rows = text.trim().split('\n').slice(1);
  expect(rows).toHaveLength(640);
  for (const row of rows) expectOnLattice(Number(row.split(',')[4]));
});
