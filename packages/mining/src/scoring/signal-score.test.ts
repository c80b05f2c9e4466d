import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Measures } from '../diff-filter/measures.ts';
import { readSignalWeights, signalScore, type SignalWeights } from './signal-score.ts';
import type { Signals } from '../signals/signals.ts';

let weights: SignalWeights;
beforeAll(async () => {
  weights = await readSignalWeights();
});

const calm: Signals = {
  renamed_files: 0,
  pure_moves: 0,
  whitespace: 0,
  imports: 0,
  tests: 0,
  foreign: 0,
  kept: 0,
  renaming: 0,
  novelty: 0,
  substitution: 0,
  template: 0,
  balance: 0,
};

function measures(signals: Partial<Signals>, more: Partial<Measures> = {}): Measures {
  return {
    files: 25,
    code_files: 25,
    added: 500,
    removed: 500,
    gzip_ratio: 0.25,
    ...more,
    signals: {
      ...calm,
      ...signals,
    },
  };
}

test('merits sum to one: the best possible commit scores 1, and an empty one 0', () => {
  const best = measures({ balance: 1, kept: 1, renaming: 1 }, { files: 250 });
  expect(signalScore({ strong: 3, weak: 0 }, best, weights)).toBeCloseTo(1);
  expect(signalScore({ strong: 0, weak: 0 }, measures({}), weights)).toBe(0);
});

test('repetition earns nothing, and what a search and replace explains sinks', () => {
  const score = (signals: Partial<Signals>, gzip_ratio: number): number =>
    signalScore({ strong: 3, weak: 0 }, measures(signals, { gzip_ratio }), weights);
  expect(score({}, 0.05)).toBe(score({}, 0.25));
  expect(score({ substitution: 0.89 }, 0.2)).toBe(score({}, 0.2));
  expect(score({ substitution: 0.9 }, 0.2)).toBeLessThan(0.1);
});

test('a strong keyword counts as two weak ones, and six weak ones are enough', () => {
  const score = (strong: number, weak: number): number =>
    signalScore({ strong, weak }, measures({}), weights);
  expect(score(1, 1)).toBeCloseTo(score(0, 3));
  expect(score(0, 3)).toBeCloseTo(weights.merits.message / 2);
  expect(score(9, 9)).toBe(score(3, 0));
});

test('faults that count from one half cost nothing below it', () => {
  const score = (signals: Partial<Signals>): number =>
    signalScore({ strong: 3, weak: 0 }, measures(signals), weights);
  expect(score({ imports: 0.5, tests: 0.4, template: 0.5, novelty: 0.3 })).toBe(score({}));
  expect(score({ imports: 1 })).toBeCloseTo(score({}) - weights.faults.imports);
  expect(score({ foreign: 0.5 })).toBeCloseTo(score({}) - weights.faults.foreign / 2);
});

test('a score lies between 0 and 1, and a fault never raises it', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const shares = fc.record({ whitespace: share, foreign: share, novelty: share, balance: share });
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), shares, share, (strong, weak, signals, worse) => {
      const score = (more: Partial<Signals>): number =>
        signalScore({ strong, weak }, measures({ ...signals, ...more }), weights);
      expect(score({})).toBeGreaterThanOrEqual(0);
      expect(score({})).toBeLessThanOrEqual(1);
      const whitespace = Math.max(signals.whitespace, worse);
      expect(score({ whitespace })).toBeLessThanOrEqual(score({}));
    }),
  );
});
