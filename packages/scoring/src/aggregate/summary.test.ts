import { describe, expect, it } from 'vitest';
import { bcaInterval } from '../statistics/bootstrap.ts';
import { mean } from '../statistics/describe.ts';
import { tInterval } from '../statistics/t-interval.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Columns } from './columns.ts';
import { Resampling } from '../statistics/resampling.ts';
import { standardErrorOfMean, studentInterval, summarise } from './summary.ts';

const columns: Columns = {
  metric: 'pass',
  instances: ['w', 'x', 'y', 'z'],
  compared: ['a', 'b'],
  byAgent: new Map([
    ['a', [1, 0, 1, 0]],
    ['b', [1, 1, 1, 1]],
  ]),
  zeros: [
    { agent: 'a', instance: 'z', reason: 'no patch' },
    { agent: 'b', instance: 'q', reason: 'elsewhere' },
  ],
  leftOut: [],
};

describe('summarise', () => {
  it('computes the mean with its intervals, and the mean without zeros for missing results', () => {
    const [first, second] = summarise(columns, { resampling: new Resampling(4, 200) });
    expect(first).toEqual({
      agent: 'a',
      metric: 'pass',
      n: 4,
      mean: 0.5,
      standardError: expect.closeTo(Math.sqrt(1 / 3) / 2, 12) as number,
      t: near(tInterval([1, 0, 1, 0])),
      bootstrap: bcaInterval([1, 0, 1, 0], mean, { seed: 4, samples: 200 }),
      wilson: wilsonInterval(2, 4),
      interval: wilsonInterval(2, 4),
      zeros: 1,
      dropped: { n: 3, mean: 2 / 3 },
    });
    expect(first?.bootstrap).not.toBeNull();
    expect(second?.wilson).toEqual(wilsonInterval(4, 4));
    expect(second).toMatchObject({ agent: 'b', mean: 1, zeros: 0, dropped: { n: 4, mean: 1 } });
  });

  it('summarises a subset of the instances', () => {
    const [first] = summarise(columns, {}, (one) => one > 'x');
    expect(first).toMatchObject({ n: 2, mean: 0.5, bootstrap: null, dropped: { n: 1, mean: 1 } });
    const [lost] = summarise(columns, {}, (one) => one === 'z');
    expect(lost).toMatchObject({ n: 1, zeros: 1, dropped: { n: 0, mean: null } });
    expect(summarise(columns, {}, () => false)).toEqual([]);
  });

  it('computes errors and intervals from the selected instances only', () => {
    const ratios = {
      ...columns,
      metric: 'ifr' as const,
      byAgent: new Map([['a', [0.2, 1, 0.4, 0]]]),
    };
    const [some] = summarise(ratios, {}, (one) => one === 'w' || one === 'y');
    expect(some?.mean).toBeCloseTo(0.3, 12);
    // The deviations from the mean are -0.1 and 0.1, so the error is sqrt(0.02 / 1 / 2).
    expect(some?.standardError).toBeCloseTo(0.1, 12);
    expect(some?.t).toEqual(near(tInterval([0.2, 0.4])));
  });

  it('gives no interval for a single ratio', () => {
    const [alone] = summarise({ ...columns, metric: 'ifr' }, {}, (one) => one === 'w');
    expect(alone).toMatchObject({
      n: 1,
      standardError: null,
      t: null,
      wilson: null,
      interval: null,
    });
  });

  it('computes no Wilson interval for repeats', () => {
    const repeats = new Map([
      [
        'a',
        [
          [1, 1],
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    ]);
    expect(summarise(columns)[0]?.wilson).not.toBeNull();
    expect(summarise({ ...columns, repeats })[0]?.wilson).toBeNull();
  });

  it('uses the given confidence and resamples', () => {
    const [half] = summarise(columns, { resampling: new Resampling(1, 300), confidence: 0.5 });
    expect(half?.t).toEqual(near(tInterval([1, 0, 1, 0], 0.5)));
    expect(half?.wilson).toEqual(wilsonInterval(2, 4, 0.5));
    expect(half?.bootstrap).toEqual(
      bcaInterval([1, 0, 1, 0], mean, { seed: 1, samples: 300, confidence: 0.5 }),
    );
    expect(summarise(columns, { resampling: new Resampling(1) })[0]?.bootstrap).toEqual(
      bcaInterval([1, 0, 1, 0], mean, { seed: 1, samples: 10_000 }),
    );
  });

  it('computes Wilson intervals for rates only', () => {
    const [ratio] = summarise({ ...columns, metric: 'ifr' });
    expect(ratio?.wilson).toBeNull();
    const [strict] = summarise({ ...columns, metric: 'solved' });
    expect(strict?.wilson).toEqual(wilsonInterval(2, 4));
  });

  it('reports an interval within 0..1', () => {
    const high = { ...columns, metric: 'ifr' as const, byAgent: new Map([['a', [1, 1, 0.9, 1]]]) };
    const [cut] = summarise(high);
    expect(cut?.t?.high).toBeGreaterThan(1);
    expect(cut?.interval).toEqual({ low: cut?.t?.low, high: 1 });
    const [drawn] = summarise(high, { resampling: new Resampling(1, 500) });
    expect(drawn?.interval).toEqual(drawn?.bootstrap);
    expect(drawn?.interval?.high).toBeLessThanOrEqual(1);
  });

  it('excludes instances that an agent does not have', () => {
    const gaps = {
      ...columns,
      byAgent: new Map<string, (number | null)[]>([
        ['a', [1, null, 0, 1]],
        ['b', [null, null, null, null]],
      ]),
    };
    expect(summarise(gaps)).toMatchObject([{ agent: 'a', n: 3, mean: 2 / 3 }]);
    // The result on z is missing, and x has no value at all.
    expect(summarise(gaps)[0]).toMatchObject({ zeros: 1, dropped: { n: 2, mean: 0.5 } });
  });

  it('uses repositories as units', () => {
    const clustered = {
      ...columns,
      metric: 'ifr' as const,
      instances: ['o__r-00000001', 'o__r-00000002', 'o__s-00000001', 'o__t-00000001'],
      byAgent: new Map([['a', [0.2, 0.4, 0.9, 0.1]]]),
      zeros: [],
    };
    const [single] = summarise(clustered);
    const [whole] = summarise(clustered, {
      cluster: 'repository',
      resampling: new Resampling(1, 500),
    });
    expect(whole?.n).toBe(4);
    expect(whole?.mean).toBeCloseTo(0.4, 12);
    // The sums of residuals by repository are -0.2, 0.5 and -0.3.
    const error = Math.sqrt(((0.04 + 0.25 + 0.09) * 3) / 2) / 4;
    expect(whole?.standardError).toBeCloseTo(error, 12);
    expect(whole?.standardError).not.toBeCloseTo(single?.standardError ?? 0, 3);
    expect(whole?.bootstrap).not.toBeNull();
    const rates = { ...clustered, metric: 'pass' as const };
    expect(summarise(rates, { cluster: 'repository' })[0]?.wilson).toBeNull();
  });
});

describe('standardErrorOfMean', () => {
  const sums = (totals: number[], sizes: number[]) => ({
    totals: Float64Array.from(totals),
    sizes: Float64Array.from(sizes),
  });

  it('is the deviation over the root of n for units of one instance', () => {
    expect(standardErrorOfMean(sums([0, 1], [1, 1]))).toBeCloseTo(Math.sqrt(0.5) / Math.SQRT2, 12);
  });

  it('is the linearised error of a ratio for larger units', () => {
    // The mean is 0.5, so the residuals are 0.5 and -0.5.
    expect(standardErrorOfMean(sums([1.5, 0.5], [2, 2]))).toBeCloseTo(Math.sqrt(0.5 * 2) / 4, 12);
  });

  it('is null for fewer than two units, as is the interval', () => {
    expect(standardErrorOfMean(sums([1], [1]))).toBeNull();
    expect(standardErrorOfMean(sums([], []))).toBeNull();
    expect(studentInterval(sums([1], [1]), null)).toBeNull();
  });
});

function near(interval: { low: number; high: number } | null): unknown {
  return {
    low: expect.closeTo(interval?.low ?? Number.NaN, 12) as number,
    high: expect.closeTo(interval?.high ?? Number.NaN, 12) as number,
  };
}
