// Excluded from mutation testing, because it takes too long.
import { describe, expect, it } from 'vitest';
import { mean, sampleDeviation } from './describe.ts';
import { bcaOfDifference, bcaOfMean, MOST_DRAWN_UNITS, Resampling } from './resampling.ts';
import type { ResampleUnit } from './resample-unit.ts';

const single = (values: readonly number[]): ResampleUnit[] =>
  values.map((total) => ({ total, size: 1 }));

describe('intervals of many units', () => {
  it('need no draws for many units, and approximate the result of draws', () => {
    const skewed = Array.from({ length: MOST_DRAWN_UNITS + 1 }, (_, index) =>
      Math.exp(3 * Math.sin(index * index)),
    );
    const drawn = bcaOfMean(single(skewed.slice(1)), new Resampling(3, 10_000));
    const expanded = bcaOfMean(single(skewed), new Resampling(3, 10_000));
    const spread = (sampleDeviation(skewed) ?? 0) / Math.sqrt(skewed.length);
    expect(Math.abs((expanded?.low ?? 0) - (drawn?.low ?? 0))).toBeLessThan(spread / 10);
    expect(Math.abs((expanded?.high ?? 0) - (drawn?.high ?? 0))).toBeLessThan(spread / 10);
    // The values are skewed to the right, and so is the interval.
    const centre = mean(skewed);
    expect((expanded?.high ?? 0) - centre).toBeGreaterThan(centre - (expanded?.low ?? 0));
  });

  it('widen as much for many units as for few', () => {
    const around = (total: number): ResampleUnit => ({
      total,
      size: 1,
      repeats: [[total - 0.7, total - 0.7, total + 1.4]],
    });
    const unitsOf = (count: number): ResampleUnit[] =>
      Array.from({ length: count }, (_, index) => around(Math.abs(Math.sin(index * index))));
    const resampling = new Resampling(2, 2000);
    const width = (units: readonly ResampleUnit[]): number => {
      const interval = bcaOfMean(units, resampling);
      return ((interval?.high ?? 0) - (interval?.low ?? 0)) * Math.sqrt(units.length);
    };
    const [few, many] = [width(unitsOf(MOST_DRAWN_UNITS)), width(unitsOf(MOST_DRAWN_UNITS + 1))];
    expect(Math.abs(many / few - 1)).toBeLessThan(0.06);
    const difference = (units: readonly ResampleUnit[]): number => {
      const others = units.map(({ total }, index) => around(total / 2 + 0.1 * (index % 3)));
      const interval = bcaOfDifference(units, others, resampling);
      return ((interval?.high ?? 0) - (interval?.low ?? 0)) * Math.sqrt(units.length);
    };
    const less = difference(unitsOf(MOST_DRAWN_UNITS));
    expect(Math.abs(difference(unitsOf(MOST_DRAWN_UNITS + 1)) / less - 1)).toBeLessThan(0.06);
  });
});
