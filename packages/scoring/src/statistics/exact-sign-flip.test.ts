import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors } from '../vectors.testkit.ts';
import { binomialTest } from './binomial-test.ts';
import { unsampledSignFlip } from './exact-sign-flip.ts';
import { tailOfFewPatterns } from './extreme-patterns.ts';
import { latticeOf, tailOnLattice } from './lattice.ts';
import { signFlipProblem } from './sign-flip-problem.ts';
import { sizesOf } from './sizes.testkit.ts';
import { tailByMeetInTheMiddle } from './signed-sum-support.ts';

/** Enumerates all sign patterns. */
function bruteForce(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  const scale = differences.reduce((sum, value) => sum + Math.abs(value), 0);
  let hits = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern += 1) {
    const sum = differences.reduce(
      (total, value, index) => total + ((pattern >>> index) & 1 ? -value : value),
      0,
    );
    if (Math.abs(sum) >= observed - scale * 1e-12) hits += 1;
  }
  return hits / 2 ** differences.length;
}

describe('binomialTest', () => {
  it.each(vectors.exact_tests.binomial)(
    'equals scipy for $successes of $trials',
    ({ successes, trials, p }) => {
      const ours = binomialTest(successes, trials);
      // Beyond 1,000 trials, the first term is computed from logarithms.
      expect(Math.abs(ours / p - 1)).toBeLessThan(trials > 1000 ? 1e-8 : 1e-12);
      expect(binomialTest(trials - successes, trials)).toBe(ours);
    },
  );

  it('returns 1 without trials, and never 0', () => {
    expect(binomialTest(0, 0)).toBe(1);
    expect(binomialTest(0, 1_000_000)).toBe(Number.MIN_VALUE);
  });

  it.each([
    [-1, 3],
    [4, 3],
    [1.5, 3],
    [1, Number.NaN],
    [0, -1],
  ])('refuses %d of %d', (successes, trials) => {
    expect(() => binomialTest(successes, trials)).toThrow(RangeError);
  });
});

describe('unsampledSignFlip', () => {
  it.each(vectors.exact_tests.scipy)('equals scipy: $differences.length', ({ differences, p }) => {
    const result = unsampledSignFlip(differences);
    expect(result.method).toBe('exact');
    expect(Math.abs(result.p - p)).toBeLessThan(1e-12);
  });

  it.each(vectors.exact_tests.integers)(
    'counts all patterns of $differences.length whole numbers',
    ({ differences, p }) => {
      const result = unsampledSignFlip(differences);
      expect(result.method).toBe('exact');
      expect(Math.abs(result.p / p - 1)).toBeLessThan(1e-11);
    },
  );

  it('equals brute force', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 11 }),
        (differences) => {
          expect(unsampledSignFlip(differences).p).toBeCloseTo(bruteForce(differences), 12);
        },
      ),
    );
  });

  it('does not depend on order, common sign, scale or zeros', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -60, max: 90 }), { minLength: 1, maxLength: 60 }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (whole, scale) => {
          const { p } = unsampledSignFlip(whole);
          const changed = [0, ...whole.toReversed(), 0].map((value) => -value * scale);
          expect(Math.abs(unsampledSignFlip(changed).p - p)).toBeLessThan(1e-10);
        },
      ),
    );
  });

  it('decreases as the observed sum grows', () => {
    const sizes = sizesOf(70, 999_983, 5);
    let before = 1;
    for (let negative = 35; negative >= 0; negative -= 5) {
      const { p } = unsampledSignFlip(
        sizes.map((size, index) => (index < negative ? -size : size) / 17),
      );
      expect(p).toBeLessThanOrEqual(before);
      expect(p).toBeGreaterThan(0);
      before = p;
    }
  });

  it('returns 1 if there are no differences or they cancel out', () => {
    for (const none of [[], [0, 0], [0.1, 0.2, -0.3]]) {
      expect(unsampledSignFlip(none)).toEqual({ p: 1, method: 'exact' });
    }
  });

  it('enumerates the few patterns at the end of the distribution', () => {
    const all = sizesOf(50, 2 ** 31, 9).map(Math.sqrt);
    expect(unsampledSignFlip(all)).toEqual({ p: 2 ** -49, method: 'exact' });
    const [least = 0] = [...all].sort((left, right) => left - right);
    const but = all.map((size) => (size === least ? -size : size));
    expect(unsampledSignFlip(but).p).toBe(2 * 2 ** -49);
  });

  it('equals the binomial test if all differences have the same size', () => {
    const differences = Array.from({ length: 3000 }, (_, index) => (index % 5 === 0 ? -0.3 : 0.3));
    expect(unsampledSignFlip(differences).p).toBe(binomialTest(600, 3000));
  });

  it.each([Number.NaN, Number.NEGATIVE_INFINITY])('rejects %d', (wrong) => {
    expect(() => unsampledSignFlip([1, wrong])).toThrow('differences must be finite');
    expect(() => unsampledSignFlip([1e308, 1e308])).toThrow('overflows');
  });
});

describe('the methods for the tail probability', () => {
  it('agree if two of them are exact', () => {
    for (const count of [3, 18, 30]) {
      const sizes = sizesOf(count, 500, count);
      const problem = signFlipProblem(sizes.map((size, at) => (at % 3 === 0 ? -size : size) / 7));
      const lattice = latticeOf(problem);
      expect(lattice?.multiples).toEqual([...sizes].sort((left, right) => left - right));
      const tail = lattice === undefined ? Number.NaN : tailOnLattice(lattice);
      expect(tailByMeetInTheMiddle(problem)).toBeCloseTo(tail, 12);
      expect(tailOfFewPatterns(problem) ?? tail).toBeCloseTo(tail, 12);
    }
  });

  it('meet in the middle accepts equal sizes, and gives up on too many sums', () => {
    const runs = [
      ...Array<number>(300).fill(Math.SQRT2),
      ...sizesOf(20, 2 ** 31, 3).map(Math.sqrt),
    ];
    expect(tailByMeetInTheMiddle(signFlipProblem(runs))).toBeDefined();
    const different = sizesOf(60, 2 ** 31, 4).map(Math.sqrt);
    expect(tailByMeetInTheMiddle(signFlipProblem(different))).toBeUndefined();
  });

  it('find no lattice for ratios with many denominators', () => {
    const ratios = Array.from({ length: 60 }, (_, index) => (index + 1) / (61 + 2 * index));
    expect(latticeOf(signFlipProblem(ratios))).toBeUndefined();
    expect(latticeOf(signFlipProblem([0.1, 0.2, 0.35]))).toMatchObject({ multiples: [2, 4, 7] });
  });
});
