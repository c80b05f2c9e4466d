import { describe, expect, it } from 'vitest';
import { binomialTest } from './binomial-test.ts';

/** Twice the share of outcomes with at most `most` heads, counted in whole numbers. */
function counted(most: number, trials: number): number {
  let ways = 1n;
  let sum = 1n;
  for (let k = 1; k <= most; k += 1) {
    ways = (ways * BigInt(trials - k + 1)) / BigInt(k);
    sum += ways;
  }
  // Keeps 200 bits after the point.
  const bits = BigInt(trials - 1);
  return Number((sum << 200n) >> bits) / 2 ** 200;
}

describe('binomialTest', () => {
  it.each([
    [0, 20],
    [7, 20],
    [120, 300],
    [450, 1000],
    [455, 1001],
    [1900, 4000],
  ])('counts all outcomes for %d of %d', (successes, trials) => {
    const wanted = counted(successes, trials);
    const least = trials > 1000 ? 1e-10 : 1e-13;
    expect(Math.abs(binomialTest(successes, trials) / wanted - 1)).toBeLessThan(least);
    expect(binomialTest(trials - successes, trials)).toBe(binomialTest(successes, trials));
  });

  it('is 1 next to the centre', () => {
    expect([binomialTest(3, 7), binomialTest(4, 7), binomialTest(4, 8)]).toEqual([1, 1, 1]);
    expect(binomialTest(0, 0)).toBe(1);
  });

  it('names the invalid argument', () => {
    expect(() => binomialTest(0, -1)).toThrow(new RangeError('invalid number of trials: -1'));
    expect(() => binomialTest(0, 1.5)).toThrow(new RangeError('invalid number of trials: 1.5'));
    for (const successes of [-1, 4, 0.5]) {
      const message = `invalid number of successes: ${successes} of 3`;
      expect(() => binomialTest(successes, 3)).toThrow(new RangeError(message));
    }
  });
});
