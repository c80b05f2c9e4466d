import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors, within } from '../vectors.testkit.ts';
import {
  bcaFromDistribution,
  bcaInterval,
  bootstrapDistribution,
  shareBelow,
} from './bootstrap.ts';
import { mean, quantileOfSorted, sampleDeviation, standardError } from './describe.ts';
import { tHalfWidth, tInterval } from './t-interval.ts';
import { wilsonInterval } from './wilson-interval.ts';

const STATISTICS = {
  mean,
  median: (values: readonly number[]) =>
    quantileOfSorted(
      [...values].sort((a, b) => a - b),
      0.5,
    ),
};

describe('tInterval', () => {
  it.each(vectors.t_interval)(
    'equals scipy: $values.length values at $confidence',
    ({ values, confidence, low, high }) => {
      const interval = tInterval(values, confidence);
      expect(interval?.low).toSatisfy((value: number) => within(value, low));
      expect(interval?.high).toSatisfy((value: number) => within(value, high));
      expect(tHalfWidth(values, confidence)).toBeCloseTo((high - low) / 2, 9);
    },
  );

  // The Pass of the paper is a rate over 100 instances, so its +- follows from the mean.
  it.each(vectors.pass_of_100)('for $passed passes in 100', ({ passed, half_width }) => {
    const values = Array.from({ length: 100 }, (_, index) => (index < passed ? 1 : 0));
    expect(100 * (tHalfWidth(values) ?? Number.NaN)).toBeCloseTo(half_width, 9);
  });

  it('defaults to 95 %, and is null for one value', () => {
    expect(tInterval([1, 2, 4])).toEqual(tInterval([1, 2, 4], 0.95));
    expect(tInterval([1])).toBeNull();
    expect(tHalfWidth([])).toBeNull();
  });

  it.each([0, 1, 1.5])('rejects a confidence of %d', (confidence) => {
    expect(() => tInterval([1, 2], confidence)).toThrow('must be between 0 and 1');
  });
});

describe('wilsonInterval', () => {
  it.each(vectors.wilson)(
    'equals scipy: $successes of $cases at $confidence',
    ({ successes, cases, confidence, low, high }) => {
      const interval = wilsonInterval(successes, cases, confidence);
      expect(interval?.low).toSatisfy((value: number) => within(value, low));
      expect(interval?.high).toSatisfy((value: number) => within(value, high));
    },
  );

  it('contains the rate and stays within 0..1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (cases, drawn) => {
        const successes = Math.min(cases, drawn);
        const { low, high } = wilsonInterval(successes, cases) ?? { low: 2, high: -1 };
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(successes / cases);
        expect(high).toBeGreaterThanOrEqual(successes / cases);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('reaches 0 and 1 exactly', () => {
    expect(wilsonInterval(0, 5)?.low).toBe(0);
    expect(wilsonInterval(5, 5)?.high).toBe(1);
  });

  it('returns null without cases, and rejects invalid rates', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    expect(() => wilsonInterval(3, 2)).toThrow('invalid rate: 3 of 2');
    expect(() => wilsonInterval(-1, 2)).toThrow('invalid rate: -1 of 2');
    expect(() => wilsonInterval(0.5, 2)).toThrow('counts must be integers: 0.5 of 2');
    expect(() => wilsonInterval(0, 2.5)).toThrow('counts must be integers: 0 of 2.5');
  });
});

describe('bcaInterval', () => {
  it.each(vectors.bca)(
    'equals scipy on one distribution: $statistic of $values.length',
    ({ values, statistic, distribution, low, high }) => {
      const interval = bcaFromDistribution(
        values,
        STATISTICS[statistic],
        Float64Array.from(distribution),
      );
      expect(interval?.low).toSatisfy((value: number) => within(value, low));
      expect(interval?.high).toSatisfy((value: number) => within(value, high));
    },
  );

  const values = vectors.t_interval[0]?.values ?? [];

  it('approximates the t interval for a well-behaved mean, and is determined by the seed', () => {
    const interval = bcaInterval(values, mean, { seed: 3, samples: 4000 });
    const student = tInterval(values);
    expect(interval?.low).toBeCloseTo(student?.low ?? Number.NaN, 1);
    expect(interval?.high).toBeCloseTo(student?.high ?? Number.NaN, 1);
    expect(bcaInterval(values, mean, { seed: 3, samples: 4000 })).toEqual(interval);
    expect(bcaInterval(values, mean, { seed: 4, samples: 4000 })).not.toEqual(interval);
  });

  it('is wider for more confidence', () => {
    const narrow = bcaInterval(values, mean, { seed: 1, samples: 500, confidence: 0.5 });
    const wide = bcaInterval(values, mean, { seed: 1, samples: 500, confidence: 0.99 });
    expect(wide?.low).toBeLessThan(narrow?.low ?? Number.NaN);
    expect(wide?.high).toBeGreaterThan(narrow?.high ?? Number.NaN);
  });

  it('is null for a constant statistic, and for one value', () => {
    expect(bcaInterval([0.5, 0.5, 0.5], mean, { seed: 0, samples: 50 })).toBeNull();
    expect(bcaInterval([0.5], mean, { seed: 0, samples: 50 })).toBeNull();
    // Two values have an interval.
    expect(bcaInterval([0, 1], mean, { seed: 0, samples: 50 })).not.toBeNull();
  });
});

it('counts a resample that equals the observed value up to rounding as equal', () => {
  // In binary, 0.1 + 0.2 is not 0.3. Without a tolerance, the share below would be 3 / 4.
  expect(shareBelow(Float64Array.of(0.1, 0.3, 0.1 + 0.2, 0.5), 0.3)).toBe(0.5);
  expect(shareBelow(Float64Array.of(0.1, 0.3, 0.1 + 0.2, 0.5), 0.1 + 0.2)).toBe(0.5);
});

describe('bootstrapDistribution', () => {
  it.each([0, -1, 2.5, Number.NaN])('rejects %d samples', (samples) => {
    expect(() => bootstrapDistribution([1], ([one = 0]) => one, { seed: 1, samples })).toThrow(
      `invalid number of samples: ${samples}`,
    );
  });

  it('draws 10,000 samples of the same size as the data, and sorts the results', () => {
    const lengths = new Set<number>();
    const drawn = bootstrapDistribution(
      ['a', 'b', 'c'],
      (sample) => {
        lengths.add(sample.length);
        return sample.filter((item) => item === 'a').length;
      },
      { seed: 1 },
    );
    expect(drawn).toHaveLength(10_000);
    expect([...lengths]).toEqual([3]);
    expect([...drawn]).toEqual([...drawn].sort((a, b) => a - b));
    expect(mean([...drawn])).toBeCloseTo(1, 1);
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2, 3]));
  });
});

describe('descriptive statistics', () => {
  it('uses n - 1', () => {
    expect(sampleDeviation([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3), 14);
    expect(standardError([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3) / 2, 14);
    expect(sampleDeviation([1])).toBeNull();
    expect(standardError([1])).toBeNull();
    expect(sampleDeviation([1, 1])).toBe(0);
  });

  it('rejects the mean and the quantile of no values', () => {
    expect(() => mean([])).toThrow('the mean of no values is undefined');
    expect(() => quantileOfSorted([], 0.5)).toThrow('the quantile of no values is undefined');
  });

  it.each(vectors.quantile)('equals the quantile of numpy at $share', ({ share, value }) => {
    expect(quantileOfSorted([0.1, 0.4, 0.5, 0.9], share)).toBeCloseTo(value, 14);
  });
});
