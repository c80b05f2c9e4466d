// Excluded from mutation testing, because it takes too long.
import { describe, expect, it } from 'vitest';
import { unsampledSignFlip } from './exact-sign-flip.ts';
import { latticeOf, tailOnLattice } from './lattice.ts';
import { randomWords } from './random-words.ts';
import { tailBySaddlepoint } from './saddlepoint-tail.ts';
import { signFlipProblem } from './sign-flip-problem.ts';
import { signFlipTest } from './sign-flip-test.ts';
import { sizesOf } from './sizes.testkit.ts';

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
  it('draws 100,000 samples by default', () => {
    const differences = Array.from({ length: 17 }, (_, index) => index + 1);
    expect(signFlipTest(differences, { method: 'sampled', seed: 1 })).toEqual({
      p: plainSampled(differences, 1, 100_000),
      method: 'sampled',
    });
    expect(signFlipTest(differences, { method: 'sampled' }).p).toBe(
      plainSampled(differences, 1, 100_000),
    );
  });
});

describe('unsampledSignFlip', () => {
  it.each([300, 40_000])('gives a positive p for %d real sizes of one sign', (count) => {
    const sizes = sizesOf(count, 2 ** 31, 3).map((size) => (size / 2 ** 31) ** 3);
    const { p } = unsampledSignFlip(sizes);
    expect(p).toBeGreaterThan(0);
    expect(p).toBeLessThan(1e-80);
    expect(
      unsampledSignFlip(sizes.map((size, at) => (at % 9 === 0 ? -size : size))).p,
    ).toBeGreaterThan(0);
  });

  it('saddlepoint handles nearly equal sizes', () => {
    const words = randomWords(7);
    const noise = Array.from({ length: 80 }, () => words() % 41);
    const differences = noise.map((one, at) => (at % 5 < 2 ? -1 : 1) * (20_000 + one - 20));
    const problem = signFlipProblem(differences);
    const lattice = latticeOf(problem);
    if (lattice === undefined) throw new Error('whole numbers are a lattice');
    const exact = tailOnLattice(lattice);
    expect(Math.abs(tailBySaddlepoint(problem) - exact)).toBeLessThan(1e-4);
  });
});
