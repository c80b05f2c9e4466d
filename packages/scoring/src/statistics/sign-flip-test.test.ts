import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors, within } from '../vectors.testkit.ts';
import { randomWords } from './random-words.ts';
import { signFlipFamily, signFlipTest } from './sign-flip-test.ts';

/** The test as the textbook has it: one pattern after the other, one difference after the other. */
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

function plainExact(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  let hits = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern += 1) {
    const sum = differences.reduce(
      (total, value, index) => total + ((pattern >>> index) & 1 ? -value : value),
      0,
    );
    if (Math.abs(sum) >= observed - 1e-9) hits += 1;
  }
  return hits / 2 ** differences.length;
}

describe('signFlipTest', () => {
  it.each(vectors.sign_flip.exact)('equals scipy exactly: $differences', ({ differences, p }) => {
    const result = signFlipTest(differences, { seed: 0 });
    expect(result.method).toBe('exact');
    expect(result.p).toSatisfy((value: number) => within(value, p));
  });

  it.each(vectors.sign_flip.sampled)(
    'equals a plain reference: $differences.length differences, seed $seed',
    ({ differences, seed, samples, p }) => {
      expect(signFlipTest(differences, { seed, samples })).toEqual({
        p,
        method: 'sampled',
        patterns: samples,
      });
    },
  );

  it('tries all patterns where there are no more than samples', () => {
    const differences = [1, 2, 3, 4];
    expect(signFlipTest(differences, { seed: 0, samples: 16 })).toEqual({
      p: 2 / 16,
      method: 'exact',
      patterns: 16,
    });
    expect(signFlipTest(differences, { seed: 0, samples: 15 }).method).toBe('sampled');
  });

  it('takes 100,000 samples where nothing is said', () => {
    const differences = Array.from({ length: 17 }, (_, index) => index + 1);
    expect(signFlipTest(differences, { seed: 1 })).toEqual({
      p: plainSampled(differences, 1, 100_000),
      method: 'sampled',
      patterns: 100_000,
    });
  });

  it('has nothing to say where all differences are 0', () => {
    expect(signFlipTest([0, 0, 0], { seed: 0 })).toEqual({ p: 1, method: 'exact', patterns: 1 });
    expect(signFlipTest([], { seed: 0 })).toEqual({ p: 1, method: 'exact', patterns: 1 });
  });

  it('does not see differences of 0, their order or their common sign', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 10 }), (differences) => {
        const { p } = signFlipTest(differences, { seed: 0 });
        expect(p).toBeCloseTo(plainExact(differences), 12);
        const flipped = differences.map((value) => -value).toReversed();
        expect(signFlipTest([0, ...flipped, 0], { seed: 5 }).p).toBe(p);
      }),
      { numRuns: 50 },
    );
  });

  it('counts sums that are equal but for rounding', () => {
    // 0.1 + 0.2 - 0.3 is not 0 in binary; all eight sums of the halves matter.
    const differences = [0.1, 0.2, -0.3, 0.3];
    expect(signFlipTest(differences, { seed: 0 }).p).toBe(
      signFlipTest([1, 2, -3, 3], { seed: 0 }).p,
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

  it('equals the plain test of each pair, over more than one block', () => {
    const results = signFlipFamily(columns, pairs, { seed: 11, samples: 2500 });
    for (const [index, [first, second]] of pairs.entries()) {
      const differences = (columns[first] ?? []).map(
        (value, at) => value - (columns[second]?.[at] ?? Number.NaN),
      );
      expect(results[index]?.p).toBeCloseTo(plainSampled(differences, 11, 2500), 12);
    }
  });

  it('mixes exact and sampled pairs', () => {
    const first = columns[0] ?? [];
    const near = first.map((value, index) => (index < 3 ? value + 1 : value));
    const results = signFlipFamily(
      [first, near, columns[3] ?? []],
      [
        [0, 1],
        [0, 2],
        [1, 1],
      ],
      { seed: 2, samples: 500 },
    );
    expect(results.map((result) => result.method)).toEqual(['exact', 'sampled', 'exact']);
    expect(results.map((result) => result.patterns)).toEqual([8, 500, 1]);
    expect(results[0]?.p).toBe(0.25);
  });

  it('refuses columns of two lengths and pairs that are not there', () => {
    expect(() => signFlipFamily([[1, 2], [1]], [[0, 1]], { seed: 0 })).toThrow('of one length');
    expect(() => signFlipFamily([[1]], [[0, 1]], { seed: 0 })).toThrow(
      'there is no pair of columns 0 and 1',
    );
    expect(signFlipFamily([], [], { seed: 0 })).toEqual([]);
  });
});
