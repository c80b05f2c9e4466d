import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors } from '../vectors.testkit.ts';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { minimumDetectableEffect } from './minimum-detectable-effect.ts';
import { randomBelow, randomWords } from './random-words.ts';
import { allSignedSums, chunksOf, groupColumns, signedSums } from './sign-sums.ts';

describe('benjaminiHochberg', () => {
  it.each(vectors.benjamini_hochberg)('equals scipy for $p', ({ p, q }) => {
    const adjusted = benjaminiHochberg(p);
    expect(adjusted).toHaveLength(q.length);
    for (const [index, wanted] of q.entries()) expect(adjusted[index]).toBeCloseTo(wanted, 12);
  });

  it('never lowers a p-value, keeps their order, and accepts an empty family', () => {
    expect(benjaminiHochberg([])).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (ps) => {
        const qs = benjaminiHochberg(ps);
        for (const [index, p] of ps.entries()) {
          expect(qs[index]).toBeGreaterThanOrEqual(p);
          expect(qs[index]).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it.each([-0.1, 1.1, Number.NaN])('rejects %d', (p) => {
    expect(() => benjaminiHochberg([0.5, p])).toThrow(`invalid p-value: ${p}`);
  });
});

describe('minimumDetectableEffect', () => {
  it('equals the formula in scipy', () => {
    const { differences, alpha, power, effect } = vectors.minimum_detectable_effect;
    expect(minimumDetectableEffect(differences)).toBeCloseTo(effect, 9);
    expect(minimumDetectableEffect(differences, { alpha, power })).toBeCloseTo(effect, 9);
    expect(minimumDetectableEffect(differences, { alpha: 0.01 })).toBeGreaterThan(effect);
    expect(minimumDetectableEffect(differences, { power: 0.9 })).toBeGreaterThan(effect);
  });

  it('is null without a spread', () => {
    expect(minimumDetectableEffect([0.1])).toBeNull();
    expect(minimumDetectableEffect([0.5, 0.5])).toBeNull();
  });
});

describe('randomWords', () => {
  it.each(vectors.words)('equals the Python implementation for seed $seed', ({ seed, first }) => {
    const words = randomWords(seed);
    expect(first.map(() => words())).toEqual(first);
  });

  it.each([-1, 0.5, 2 ** 32, Number.NaN])('rejects the seed %d', (seed) => {
    expect(() => randomWords(seed)).toThrow('seed must be an integer in 0..4294967295');
  });
});

describe('randomBelow', () => {
  it('redraws words that would favour low numbers', () => {
    // 2^32 is 1 more than a multiple of 3, so the last word would make 0 more likely.
    const drawn = [0xffffffff, 5].values();
    expect(randomBelow(() => drawn.next().value ?? 0, 3)).toBe(2);
    expect(randomBelow(() => 0xfffffffe, 3)).toBe(0xfffffffe % 3);
    expect(randomBelow(() => 0xffffffff, 2)).toBe(1);
  });
});

describe('signedSums', () => {
  const powers = Array.from({ length: 11 }, (_, index) => 2 ** index);

  it('reads eight signs per byte', () => {
    expect([chunksOf(0), chunksOf(8), chunksOf(9), chunksOf(100)]).toEqual([0, 1, 2, 13]);
  });

  it('sums each column of a group, four to a group', () => {
    const columns = [1, 2, 3, 4, 5].map((factor) => powers.map((power) => power * factor));
    const groups = groupColumns(columns);
    expect(groups.map((group) => group.columns.length)).toEqual([4, 1]);
    // Bits beyond the last value have no effect.
    const patterns = Uint8Array.from([1, 4, 0, 0, 255, 0b11111010]);
    const sums = groups.flatMap((group) => signedSums(group, patterns));
    expect(sums.map((column) => [...column])).toEqual(
      [1, 2, 3, 4, 5].map((factor) => [
        factor * (2047 - 2 - 2048),
        factor * 2047,
        factor * (2047 - 510 - 1024),
      ]),
    );
    expect(groupColumns([])).toEqual([]);
  });

  it('computes the sums of all patterns', () => {
    expect([...allSignedSums([1, 2])]).toEqual([3, 1, -1, -3]);
    expect([...allSignedSums([])]).toEqual([0]);
  });
});
