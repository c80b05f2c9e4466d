// Excluded from mutation testing, because it takes too long.
import { describe, expect, it } from 'vitest';
import { unsampledSignFlip } from './exact-sign-flip.ts';
import { latticeOf, tailOnLattice } from './lattice.ts';
import { tailBySaddlepoint } from './saddlepoint-tail.ts';
import { signFlipProblem } from './sign-flip-problem.ts';
import { sizesOf } from './sizes.testkit.ts';

/** The p-value over all patterns, from the sums of both halves: 2^22 sums instead of 2^44. */
function countedInHalves(sizes: readonly number[]): (observed: number) => number {
  const sumsOf = (half: readonly number[]): Float64Array => {
    let sums = Float64Array.of(0);
    for (const size of half) {
      const both = new Float64Array(2 * sums.length);
      for (const [at, sum] of sums.entries()) {
        both[at] = sum - size;
        both[at + sums.length] = sum + size;
      }
      sums = both;
    }
    return sums.sort();
  };
  const middle = Math.floor(sizes.length / 2);
  const [left, right] = [sumsOf(sizes.slice(0, middle)), sumsOf(sizes.slice(middle))];
  return (observed) => {
    let hits = 0;
    let at = right.length;
    for (const sum of left) {
      while (at > 0 && sum + (right[at - 1] as number) >= observed * (1 - 1e-13)) at -= 1;
      hits += right.length - at;
    }
    return (2 * hits) / 2 ** sizes.length;
  };
}

describe('the saddlepoint approximation', () => {
  it.each([41, 60, 110])('is within its bound for %d sizes on a lattice', (count) => {
    for (const seed of [1, 2, 3]) {
      const most = count < 50 ? 99_991 : 9973;
      const sizes = sizesOf(count, most, seed + count).map((size) =>
        // One of the distributions has a heavy tail.
        seed === 3 ? Math.ceil(100 * Math.exp((size / most) * 6)) : size,
      );
      for (const negative of [0.5, 0.42, 0.35, 0.28, 0.2]) {
        const differences = sizes.map((size, at) => (at % 50 < negative * 50 ? -size : size));
        const problem = signFlipProblem(differences);
        const lattice = latticeOf(problem);
        if (lattice === undefined) throw new Error('whole numbers are a lattice');
        const exact = 2 * tailOnLattice(lattice);
        for (const unit of [undefined, lattice.unit]) {
          const p = 2 * tailBySaddlepoint(problem, unit);
          expect(Math.abs(p - exact)).toBeLessThan(1e-4);
          // If only a few patterns are beyond the sum, they are enumerated instead.
          const inBound = exact < 0.05 && exact * 2 ** count > 2 ** 20;
          const relative = inBound ? Math.abs(p / exact - 1) : 0;
          expect(relative).toBeLessThan(unit === undefined ? 0.02 : 1e-4);
        }
      }
    }
  });

  // Just above the limit for exact counting: compares real sizes off any lattice with all patterns.
  it.each([41, 42, 43, 44])('is within its bound for %d real sizes', (count) => {
    const sizes = sizesOf(count, 2 ** 31, count).map((size) => (size / 2 ** 31) ** 2);
    const counted = countedInHalves(sizes);
    for (const negative of [0.5, 0.4, 0.3, 0.22]) {
      const differences = sizes.map((size, at) => (at % 50 < negative * 50 ? -size : size));
      const exact = counted(Math.abs(differences.reduce((sum, value) => sum + value, 0)));
      const { p, method } = unsampledSignFlip(differences);
      const isExact = method === 'exact';
      expect(Math.abs(p - exact)).toBeLessThan(isExact ? 1e-12 : 1e-4);
      expect(exact < 0.05 ? Math.abs(p / exact - 1) : 0).toBeLessThan(isExact ? 1e-9 : 0.02);
    }
  });
});
