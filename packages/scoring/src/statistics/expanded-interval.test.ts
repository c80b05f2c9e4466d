import { describe, expect, it } from 'vitest';
import { expandedInterval, scatterBetween, scatterIn } from './expanded-interval.ts';
import type { ResampleUnit } from './resample-unit.ts';
import { sumsOf } from './unit-sums.ts';

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

const none = (): { variance: number; third: number } => ({ variance: 0, third: 0 });

/** The ends of the BCa interval, given its parameters. */
function endsOf(mean: number, spread: number, bias: number, acceleration: number): number[] {
  return [-Z, Z].map((z) => {
    const shifted = bias + z;
    const level = bias + shifted / (1 - acceleration * shifted);
    return mean + spread * (level + bias * (level * level - 1));
  });
}

/** Units of one instance each; `ones` of them have the value 1. */
function zeroOne(ones: number, count: number): ResampleUnit[] {
  return Array.from({ length: count }, (_, at) => ({ total: at < ones ? 1 : 0, size: 1 }));
}

describe('expandedInterval', () => {
  it.each([
    [2, 20],
    [30, 40],
    [5, 10],
  ])('follows from the skewness of %d ones of %d', (ones, count) => {
    const interval = expandedInterval(sumsOf(zeroOne(ones, count)), none, 0.95);
    const q = ones / count;
    const skewness = (1 - 2 * q) / Math.sqrt(q * (1 - q));
    const sixth = skewness / Math.sqrt(count) / 6;
    const [low = 0, high = 0] = endsOf(q, Math.sqrt((q * (1 - q)) / count), sixth, sixth);
    expect(interval?.low).toBeCloseTo(low, 9);
    expect(interval?.high).toBeCloseTo(high, 9);
  });

  it('adds the scatter of the repeats, which does not change the acceleration', () => {
    const [ones, count] = [4, 20];
    // Units with the value 1 vary, those with the value 0 do not.
    const scatter = (index: number) => (index < ones ? { variance: 0.3, third: 0.05 } : none());
    const interval = expandedInterval(sumsOf(zeroOne(ones, count)), scatter, 0.95);
    // Each 1 is 0.8 above the mean, each 0 is 0.2 below.
    const squares = 4 * 0.64 + 16 * 0.04;
    const cubes = 4 * 0.512 - 16 * 0.008;
    const variance = squares + 4 * 0.3;
    const third = cubes + 4 * (3 * 0.8 * 0.3 + 0.05);
    const [low = 0, high = 0] = endsOf(
      0.2,
      Math.sqrt(variance) / count,
      third / variance ** 1.5 / 6,
      cubes / squares ** 1.5 / 6,
    );
    expect(interval?.low).toBeCloseTo(low, 9);
    expect(interval?.high).toBeCloseTo(high, 9);
  });

  it('is null if all units are equal', () => {
    expect(expandedInterval(sumsOf(zeroOne(3, 3)), none, 0.95)).toBeNull();
  });
});

describe('the scatter of repeats', () => {
  const unit = (...repeats: number[][]): ResampleUnit => ({ total: 1, size: 1, repeats });
  // Values 0, 0, 1 have the variance 2/9 and the third moment 2/27; their mean has 1/3 and 1/9 of it.
  const skewed = [unit([0, 0, 1]), unit([0, 0, 1], [0, 0, 1]), { total: 1, size: 1 }];
  const symmetric = [unit([0, 1]), unit([0, 1]), unit([0, 1])];

  it('is the sum of the moments of the means', () => {
    const scatter = scatterIn(skewed);
    expect(scatter(0).variance).toBeCloseTo(2 / 27, 12);
    expect(scatter(0).third).toBeCloseTo(2 / 243, 12);
    expect(scatter(1).variance).toBeCloseTo(4 / 27, 12);
    expect(scatter(1).third).toBeCloseTo(4 / 243, 12);
    expect(scatter(2)).toEqual({ variance: 0, third: 0 });
    expect(scatter(3)).toEqual({ variance: 0, third: 0 });
  });

  it('adds the variances of two columns and subtracts their third moments', () => {
    const forward = scatterBetween(skewed, symmetric)(0);
    const backward = scatterBetween(symmetric, skewed)(0);
    // Values 0, 1 have the variance 1/4, so their mean has 1/8, and no third moment.
    expect(forward.variance).toBeCloseTo(2 / 27 + 1 / 8, 12);
    expect(backward.variance).toBeCloseTo(2 / 27 + 1 / 8, 12);
    expect(forward.third).toBeCloseTo(2 / 243, 12);
    expect(backward.third).toBeCloseTo(-2 / 243, 12);
    expect(scatterBetween(skewed, skewed)(0).third).toBe(0);
  });
});
