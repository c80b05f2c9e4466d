import { describe, expect, it } from 'vitest';
import { vectors, within } from '../vectors.testkit.ts';
import { randomWords } from './random-words.ts';
import { signFlipFamily, signFlipTest } from './sign-flip-test.ts';

/** The textbook algorithm: loops over all patterns and all differences. */
function plainSampled(differences: readonly number[], seed: number, samples: number): number {
  const words = randomWords(seed);
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  let hits = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    let word = 0;
    for (const [index, value] of differences.entries()) {
      if (index % 32 === 0) word = words();
      sum += (word >>> (index % 32)) & 1 ? -value : value;
    }
    if (Math.abs(sum) >= observed - 1e-9) hits += 1;
  }
  return (hits + 1) / (samples + 1);
}

describe('signFlipTest', () => {
  it.each(vectors.sign_flip.exact)('equals scipy exactly: $differences', ({ differences, p }) => {
    const result = signFlipTest(differences);
    expect(result.method).toBe('exact');
    expect(result.p).toSatisfy((value: number) => within(value, p));
  });

  it.each(vectors.sign_flip.sampled)(
    'equals a plain reference: $differences.length differences, seed $seed',
    ({ differences, seed, samples, p }) => {
      expect(signFlipTest(differences, { method: 'sampled', seed, samples })).toEqual({
        p,
        method: 'sampled',
      });
    },
  );

  it('does not depend on a seed, unless it samples', () => {
    const differences = Array.from({ length: 60 }, (_, index) => Math.sin(index * index) + 0.1);
    const { p } = signFlipTest(differences, { seed: 1 });
    expect(signFlipTest(differences, { seed: 2, samples: 10 }).p).toBe(p);
    const sampled = (seed: number): number =>
      signFlipTest(differences, { method: 'sampled', seed, samples: 500 }).p;
    expect(sampled(1)).not.toBe(sampled(2));
    expect(Math.abs(sampled(1) - p)).toBeLessThan(0.1);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d samples', (samples) => {
    expect(() => signFlipTest([1, 2], { samples })).toThrow(
      `invalid number of samples: ${samples}`,
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('rejects a difference of %d', (wrong) => {
    expect(() => signFlipTest([1, wrong])).toThrow('differences must be finite');
    expect(() => signFlipTest([1, wrong], { method: 'sampled', samples: 5 })).toThrow(
      'differences must be finite',
    );
  });
});

describe('signFlipFamily', () => {
  const words = randomWords(99);
  const columns = Array.from({ length: 4 }, (_, agent) =>
    Array.from({ length: 37 }, () => (words() % 100) / 100 + agent / 40),
  );
  const pairs = [
    [0, 1],
    [0, 3],
    [2, 1],
    [1, 3],
  ] as const;
  const differencesOf = ([first, second]: readonly [number, number]): number[] =>
    (columns[first] ?? []).map((value, at) => value - (columns[second]?.[at] ?? Number.NaN));

  it('equals the single test of each pair, for more than one block', () => {
    const options = { method: 'sampled', seed: 11, samples: 2500 } as const;
    const results = signFlipFamily(columns, pairs, options);
    for (const [index, pair] of pairs.entries()) {
      expect(results[index]?.p).toBeCloseTo(plainSampled(differencesOf(pair), 11, 2500), 12);
    }
  });

  it('tests each pair separately without random draws', () => {
    expect(signFlipFamily(columns, pairs)).toEqual(
      pairs.map((pair) => signFlipTest(differencesOf(pair))),
    );
  });

  it('counts sums that are equal up to rounding', () => {
    // Half of all patterns reach the sum of one difference. In binary, 0.1 + 0.2 is not 0.3.
    const first = [0.1, 0.2, 0.3];
    const second = [0, 0, 0.6];
    const [sampled] = signFlipFamily([first, second], [[0, 1]], { method: 'sampled', samples: 50 });
    expect(sampled?.p).toBe(1);
  });

  it('rejects columns of different lengths and invalid pairs', () => {
    expect(() => signFlipFamily([[1, 2], [1]], [[0, 1]])).toThrow('must have the same length');
    expect(() => signFlipFamily([[1]], [[0, 1]])).toThrow('no such pair of columns: 0 and 1');
    expect(signFlipFamily([], [])).toEqual([]);
  });
});
