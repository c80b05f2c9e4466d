import { describe, expect, it } from 'vitest';
import { latticeOf, tailOnLattice, type Lattice } from './lattice.ts';
import { tailBySaddlepoint } from './saddlepoint-tail.ts';
import { signFlipProblem, type SignFlipProblem } from './sign-flip-problem.ts';
import { sizesOf } from './sizes.testkit.ts';

/** Makes the given share of each 50 sizes negative. */
function withNegative(sizes: readonly number[], share: number): number[] {
  return sizes.map((size, at) => (at % 50 < share * 50 ? -size : size));
}

function wholeNumbers(problem: SignFlipProblem): Lattice {
  const lattice = latticeOf(problem);
  if (lattice === undefined) throw new Error('whole numbers are a lattice');
  return lattice;
}

/** The exact tail if a sum of exactly `observed` counts half. The next sum is 2 units higher. */
function halfCounted(lattice: Lattice): number {
  const beyond = tailOnLattice({ ...lattice, observed: lattice.observed + 2 });
  return (tailOnLattice(lattice) + beyond) / 2;
}

const cases = [41, 50, 60].flatMap((count) =>
  [0.5, 0.42, 0.35, 0.28, 0.2].map((share) => [count, share] as const),
);

describe('tailBySaddlepoint on a lattice', () => {
  it.each(cases)('equals the exact count for %d sizes, share negative %d', (count, share) => {
    for (const most of [9, 997]) {
      for (const scale of [1, 1 / 64, 3]) {
        const sizes = sizesOf(count, most, count).map((size) => size * scale);
        const problem = signFlipProblem(withNegative(sizes, share));
        const lattice = wholeNumbers(problem);
        const exact = tailOnLattice(lattice);
        expect(Math.abs(tailBySaddlepoint(problem, lattice.unit) / exact - 1)).toBeLessThan(1e-5);
      }
    }
  });

  // Only the order of magnitude is right there. `unsampledSignFlip` counts such patterns instead.
  it.each([20, 41, 60])('is of the order of 2^-%d if all signs are equal', (count) => {
    const problem = signFlipProblem(sizesOf(count, 9, count));
    const p = tailBySaddlepoint(problem, wholeNumbers(problem).unit);
    expect(p * 2 ** count).toBeGreaterThan(0.5);
    expect(p * 2 ** count).toBeLessThan(1.5);
  });
});

describe('tailBySaddlepoint without a lattice', () => {
  it.each(cases)('counts the observed sum half for %d sizes, share %d', (count, share) => {
    const problem = signFlipProblem(withNegative(sizesOf(count, 997, count), share));
    const exact = halfCounted(wholeNumbers(problem));
    expect(Math.abs(tailBySaddlepoint(problem) / exact - 1)).toBeLessThan(1e-5);
  });

  it('counts the observed sum half for repeated sizes', () => {
    const problem = signFlipProblem(withNegative(sizesOf(60, 9, 60), 0.35));
    const exact = halfCounted(wholeNumbers(problem));
    expect(Math.abs(tailBySaddlepoint(problem) / exact - 1)).toBeLessThan(1e-5);
  });

  it('includes the recurrences of nearly equal sizes', () => {
    const noise = sizesOf(50, 41, 7);
    const problem = signFlipProblem(
      noise.map((one, at) => (at % 5 < 2 ? -1 : 1) * (5000 + one - 21)),
    );
    const exact = halfCounted(wholeNumbers(problem));
    expect(Math.abs(tailBySaddlepoint(problem) / exact - 1)).toBeLessThan(1e-5);
  });

  it('gives 0 if the tail is below the smallest number', () => {
    const equal = Array<number>(1200).fill(1);
    expect(tailBySaddlepoint(signFlipProblem(equal))).toBe(0);
    expect(tailBySaddlepoint(signFlipProblem(equal), 1)).toBe(0);
  });
});
