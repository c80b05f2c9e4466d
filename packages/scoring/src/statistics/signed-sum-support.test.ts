import { describe, expect, it } from 'vitest';
import { latticeOf, tailOnLattice } from './lattice.ts';
import { signFlipProblem, type SignFlipProblem } from './sign-flip-problem.ts';
import { tailByMeetInTheMiddle } from './signed-sum-support.ts';

/** The sums of all sign patterns, each as often as it occurs. */
function allSums(sizes: readonly number[]): number[] {
  return sizes.reduce((sums, size) => sums.flatMap((sum) => [sum - size, sum + size]), [0]);
}

/** The problem of sizes for an observed sum, which need not be attained. */
function problemOf(sizes: readonly number[], observed: number): SignFlipProblem {
  return { ...signFlipProblem(sizes), observed };
}

function latticeTail(problem: SignFlipProblem): number {
  const lattice = latticeOf(problem);
  if (lattice === undefined) throw new Error('whole numbers are a lattice');
  return tailOnLattice(lattice);
}

/** Whole numbers from 1. */
function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('tailByMeetInTheMiddle', () => {
  it.each([
    [[1]],
    [[2, 2]],
    [[1, 1, 1, 2, 2, 3, 5]],
    [[3, 3, 3, 3, 4, 4]],
    [[1, 2, 4, 8, 16]],
    [[1, 1, 6, 6, 6, 7, 7, 7, 7]],
  ])('counts all patterns of %j that reach the sum', (sizes) => {
    for (const scale of [1, 0.1, 7 / 3]) {
      const scaled = sizes.map((size) => size * scale);
      const sums = allSums(sizes);
      const largest = sizes.reduce((sum, size) => sum + size, 0);
      for (let observed = 0; observed <= largest + 1; observed += 1) {
        const hits = sums.filter((sum) => sum >= observed).length;
        const tail = tailByMeetInTheMiddle(problemOf(scaled, observed * scale));
        expect(tail).toBeCloseTo(hits / sums.length, 12);
      }
    }
  });

  it('shares the sums of equal sizes', () => {
    const sizes = [1, 2, 3].flatMap((size) => Array<number>(50).fill(size));
    const problem = problemOf(sizes, 60);
    expect(tailByMeetInTheMiddle(problem)).toBeCloseTo(latticeTail(problem), 12);
  });

  it('handles 40 distinct sizes, but not 41', () => {
    const problem = problemOf(upTo(40), 300);
    expect(tailByMeetInTheMiddle(problem)).toBeCloseTo(latticeTail(problem), 12);
    expect(tailByMeetInTheMiddle(problemOf(upTo(41), 301))).toBeUndefined();
  });

  it('balances long runs of equal sizes with distinct sizes', () => {
    // The run has 2^8 sums and the others 2^32, so each half has 2^20 only if the run comes first.
    const problem = problemOf([...upTo(32), ...Array<number>(255).fill(33)], 901);
    expect(tailByMeetInTheMiddle(problem)).toBeCloseTo(latticeTail(problem), 12);
  });
});
