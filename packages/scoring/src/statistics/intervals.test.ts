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

  // The paper's Pass is a share of 100 instances, so its +- follows from the mean alone.
  it.each(vectors.pass_of_100)('of $passed passes in 100', ({ passed, half_width }) => {
    const values = Array.from({ length: 100 }, (_, index) => (index < passed ? 1 : 0));
    expect(100 * (tHalfWidth(values) ?? Number.NaN)).toBeCloseTo(half_width, 9);
  });

  it('is 95 % where nothing is said, and null for one value', () => {
    expect(tInterval([1, 2, 4])).toEqual(tInterval([1, 2, 4], 0.95));
    expect(tInterval([1])).toBeNull();
    expect(tHalfWidth([])).toBeNull();
  });

  it.each([0, 1, 1.5])('refuses a confidence of %d', (confidence) => {
    expect(() => tInterval([1, 2], confidence)).toThrow('is not between 0 and 1');
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

  it('holds the rate and stays within 0..1', () => {
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

  it('touches the end exactly', () => {
    expect(wilsonInterval(0, 5)?.low).toBe(0);
    expect(wilsonInterval(5, 5)?.high).toBe(1);
  });

  it('knows nothing of no case, and refuses what is no rate', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    expect(() => wilsonInterval(3, 2)).toThrow('3 of 2 is no rate');
    expect(() => wilsonInterval(-1, 2)).toThrow('-1 of 2 is no rate');
    expect(() => wilsonInterval(0.5, 2)).toThrow('0.5 of 2 is no count');
    expect(() => wilsonInterval(0, 2.5)).toThrow('0 of 2.5 is no count');
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

  it('is near the t interval for a well-behaved mean, and depends on the seed alone', () => {
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

  it('is null where the statistic never moves, and for one value', () => {
    expect(bcaInterval([0.5, 0.5, 0.5], mean, { seed: 0, samples: 50 })).toBeNull();
    expect(bcaInterval([0.5], mean, { seed: 0, samples: 50 })).toBeNull();
    // Two values do have one.
    expect(bcaInterval([0, 1], mean, { seed: 0, samples: 50 })).not.toBeNull();
  });
});

it('counts a resample that equals what was seen but for rounding as equal', () => {
  // 0.1 + 0.2 is not 0.3 in binary: without a tolerance the share below would be 3 / 4.
  expect(shareBelow(Float64Array.of(0.1, 0.3, 0.1 + 0.2, 0.5), 0.3)).toBe(0.5);
  expect(shareBelow(Float64Array.of(0.1, 0.3, 0.1 + 0.2, 0.5), 0.1 + 0.2)).toBe(0.5);
});

describe('bootstrapDistribution', () => {
  it.each([0, -1, 2.5, Number.NaN])('refuses %d samples', (samples) => {
    expect(() => bootstrapDistribution([1], ([one = 0]) => one, { seed: 1, samples })).toThrow(
      `${samples} is not a number of samples`,
    );
  });

  it('draws 10,000 sorted figures of samples as long as the data', () => {
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

describe('sampleDeviation and its like', () => {
  it('uses n - 1', () => {
    expect(sampleDeviation([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3), 14);
    expect(standardError([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3) / 2, 14);
    expect(sampleDeviation([1])).toBeNull();
    expect(standardError([1])).toBeNull();
    expect(sampleDeviation([1, 1])).toBe(0);
  });

  it('has no mean and no quantile of nothing', () => {
    expect(() => mean([])).toThrow('nothing has no mean');
    expect(() => quantileOfSorted([], 0.5)).toThrow('nothing has no quantile');
  });

  it.each(vectors.quantile)('has the quantile of numpy at $share', ({ share, value }) => {
    expect(quantileOfSorted([0.1, 0.4, 0.5, 0.9], share)).toBeCloseTo(value, 14);
  });
});
