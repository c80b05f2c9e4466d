import { describe, expect, it } from 'vitest';
import { bcaInterval } from './bootstrap.ts';
import { mean, sampleDeviation } from './describe.ts';
import { effectSize } from './effect-size.ts';
import { bcaOfDifference, bcaOfMean, meanOf, MOST_DRAWN_UNITS, Resampling } from './resampling.ts';
import type { ResampleUnit } from './resample-unit.ts';

const single = (values: readonly number[]): ResampleUnit[] =>
  values.map((total) => ({ total, size: 1 }));
const values = Array.from({ length: 30 }, (_, index) => Math.abs(Math.sin(index * 3)) ** 3);

describe('Resampling', () => {
  it('shares draws between columns of the same length, determined by the seed', () => {
    const [one, other] = [new Resampling(5, 100), new Resampling(5, 100)];
    expect(one.draws(7)).toBe(one.draws(7));
    expect(one.draws(7)).toEqual(other.draws(7));
    expect(one.draws(7)).not.toEqual(new Resampling(6, 100).draws(7));
    expect(one.draws(7)).toHaveLength(700);
    expect(new Set(one.draws(7))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    const units = single(values);
    expect(one.means(units)).toBe(one.means(units));
  });

  it('rejects an invalid seed or count', () => {
    expect(() => new Resampling(-1)).toThrow('seed must be an integer');
    expect(() => new Resampling(1, 0)).toThrow('invalid number of samples: 0');
    expect(new Resampling(1).samples).toBe(10_000);
  });

  it('draws repeats within the drawn instances', () => {
    const repeats = single([0.5, 0.5]).map((unit) => ({ ...unit, repeats: [[0, 1]] }));
    const means = new Resampling(1, 4000).means(repeats);
    // Two instances with two attempts each behave like four coins.
    const shares = [0, 0.25, 0.5, 0.75, 1].map(
      (wanted) => means.filter((one) => one === wanted).length / 4000,
    );
    for (const [index, share] of [1, 4, 6, 4, 1].entries()) {
      expect(Math.abs((shares[index] ?? 0) - share / 16)).toBeLessThan(0.03);
    }
  });
});

describe('many repeats', () => {
  const wave = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => Math.abs(Math.sin(index * index)) ** 4);

  it('are drawn from the expansion of their mean, which approximates individual draws', () => {
    // Repeats are drawn individually below the limit only. The moments are the same above it.
    const few = wave(32);
    const many = [...few, ...few];
    const quantiles = (unit: ResampleUnit, scale: number): number[] => {
      const sorted = new Resampling(4, 20_000).means([unit, unit, unit]).toSorted();
      const centre = mean(few);
      return [0.025, 0.5, 0.975].map(
        (share) => ((sorted[Math.round(share * 20_000)] ?? 0) - centre) * scale,
      );
    };
    const unit = (values: readonly number[]): ResampleUnit => ({
      total: mean(values),
      size: 1,
      repeats: [values],
    });
    const drawn = quantiles(unit(few), Math.sqrt(few.length));
    const expanded = quantiles(unit(many), Math.sqrt(many.length));
    const deviation = sampleDeviation(few) ?? 0;
    for (const [at, quantile] of drawn.entries()) {
      expect(Math.abs(quantile - (expanded[at] ?? 0)) / deviation).toBeLessThan(0.04);
    }
  });

  it('do not vary if they are all equal', () => {
    const unit = { total: 0.5, size: 1, repeats: [Array<number>(40).fill(0.5)] };
    expect([...new Resampling(1, 3).means([unit, unit])]).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('bcaOfMean', () => {
  it('equals the bootstrap of the values if each instance is a unit', () => {
    const wanted = bcaInterval(values, mean, { seed: 2, samples: 800 });
    const ours = bcaOfMean(single(values), new Resampling(2, 800));
    expect(ours?.low).toBeCloseTo(wanted?.low ?? Number.NaN, 12);
    expect(ours?.high).toBeCloseTo(wanted?.high ?? Number.NaN, 12);
  });

  it('is wider for clustered instances and for varying attempts', () => {
    const resampling = new Resampling(2, 4000);
    const width = (units: readonly ResampleUnit[]): number => {
      const interval = bcaOfMean(units, resampling);
      return (interval?.high ?? Number.NaN) - (interval?.low ?? Number.NaN);
    };
    const sorted = values.toSorted((left, right) => left - right);
    const clusters = Array.from({ length: 10 }, (_, index) => ({
      total: sorted.slice(index * 3, index * 3 + 3).reduce((sum, value) => sum + value, 0),
      size: 3,
    }));
    expect(meanOf(clusters)).toBeCloseTo(mean(values), 12);
    expect(width(clusters)).toBeGreaterThan(width(single(values)) * 1.3);
    const scattered = single(values).map((unit) => ({
      ...unit,
      repeats: [[unit.total - 1, unit.total + 1]],
    }));
    expect(width(scattered)).toBeGreaterThan(width(single(values)) * 1.3);
  });

  it('is null for one unit, and if no resample changes the mean', () => {
    const resampling = new Resampling(1, 50);
    expect(bcaOfMean(single([1]), resampling)).toBeNull();
    expect(bcaOfMean(single([1, 1, 1]), resampling)).toBeNull();
    expect(bcaOfMean(single(Array<number>(MOST_DRAWN_UNITS + 1).fill(1)), resampling)).toBeNull();
  });
});

describe('bcaOfDifference', () => {
  it('stays paired', () => {
    const first = single(values);
    const second = single(values.map((value) => value - 0.125));
    const resampling = new Resampling(1, 500);
    // All differences are equal, so no resample changes their mean.
    expect(bcaOfDifference(first, second, resampling)).toBeNull();
    const other = single(values.map((value, index) => value - 0.1 - 0.1 * (index % 2)));
    const interval = bcaOfDifference(first, other, resampling);
    expect(interval?.low).toBeGreaterThan(0.1);
    expect(interval?.high).toBeLessThan(0.2);
    expect(bcaOfDifference(first.slice(1, 2), second.slice(1, 2), resampling)).toBeNull();
  });

  it('needs no draws for many units', () => {
    const many = Array.from({ length: MOST_DRAWN_UNITS + 1 }, (_, index) => Math.sin(index));
    const interval = bcaOfDifference(
      single(many),
      single(many.map((value, index) => value - 0.1 - 0.1 * (index % 2))),
      new Resampling(1, 5),
    );
    const half = 1.96 * (0.05 / Math.sqrt(many.length));
    expect(interval?.low).toBeCloseTo(0.15 - half, 4);
    expect(interval?.high).toBeCloseTo(0.15 + half, 4);
  });
});

describe('effectSize', () => {
  it('is the mean in standard deviations, with an interval', () => {
    const { effect, interval } = effectSize(values, new Resampling(4, 3000)) ?? {};
    expect(effect).toBeCloseTo(mean(values) / (sampleDeviation(values) ?? 0), 12);
    const wanted = bcaInterval(values, (one) => mean(one) / (sampleDeviation(one) ?? 0), {
      seed: 4,
      samples: 3000,
    });
    expect(interval?.low).toBeCloseTo(wanted?.low ?? Number.NaN, 9);
    expect(interval?.high).toBeCloseTo(wanted?.high ?? Number.NaN, 9);
  });

  it('has no interval without resamples, for two pairs, or if resamples have no spread', () => {
    expect(effectSize([1, 2, 4])?.interval).toBeNull();
    expect(effectSize([1, 2], new Resampling(1, 50))?.interval).toBeNull();
    expect(effectSize([1, 1, 1.5], new Resampling(1, 200))?.interval).toBeNull();
    expect(effectSize([1, 1, 1], new Resampling(1, 50))).toBeNull();
    expect(effectSize([1], new Resampling(1, 50))).toBeNull();
  });

  it('uses the asymptotic standard error for many pairs', () => {
    const many = Array.from({ length: MOST_DRAWN_UNITS + 1 }, (_, index) => Math.sin(index) + 0.3);
    const { effect = 0, interval } = effectSize(many, new Resampling(1, 5)) ?? {};
    // A sine wave has no skewness, and a kurtosis of 1.5.
    const half = 1.959964 * Math.sqrt((1 + effect ** 2 / 8) / many.length);
    expect(interval?.low).toBeCloseTo(effect - half, 4);
    expect(interval?.high).toBeCloseTo(effect + half, 4);
  });
});
