import { describe, expect, it } from 'vitest';
import { bcaInterval } from '../statistics/bootstrap.ts';
import { mean } from '../statistics/describe.ts';
import { tInterval } from '../statistics/t-interval.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Columns } from './columns.ts';
import { summarise } from './summary.ts';

const columns: Columns = {
  metric: 'pass',
  instances: ['w', 'x', 'y', 'z'],
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
  it('gives the mean with its intervals, and what dropping would give', () => {
    const [first, second] = summarise(columns, { seed: 4, resamples: 200 });
    expect(first).toEqual({
      agent: 'a',
      metric: 'pass',
      n: 4,
      mean: 0.5,
      standardError: Math.sqrt(1 / 3) / 2,
      t: tInterval([1, 0, 1, 0]),
      bootstrap: bcaInterval([1, 0, 1, 0], mean, { seed: 4, samples: 200 }),
      wilson: wilsonInterval(2, 4),
      zeros: 1,
      dropped: { n: 3, mean: 2 / 3 },
    });
    expect(first?.bootstrap).not.toBeNull();
    expect(second?.wilson).toEqual(wilsonInterval(4, 4));
    expect(second).toMatchObject({ agent: 'b', mean: 1, zeros: 0, dropped: { n: 4, mean: 1 } });
  });

  it('keeps to a part of the instances', () => {
    const [first] = summarise(columns, { seed: 1, resamples: 0 }, (one) => one > 'x');
    expect(first).toMatchObject({ n: 2, mean: 0.5, bootstrap: null, dropped: { n: 1, mean: 1 } });
    const [lost] = summarise(columns, { seed: 1, resamples: 0 }, (one) => one === 'z');
    expect(lost).toMatchObject({ n: 1, zeros: 1, dropped: { n: 0, mean: null } });
    expect(summarise(columns, { seed: 1 }, () => false)).toEqual([]);
  });

  it('takes the confidence and the seed that are asked for', () => {
    const of = (options: { seed: number; confidence?: number }) =>
      summarise(columns, { resamples: 300, ...options })[0];
    const half = of({ seed: 1, confidence: 0.5 });
    expect(half?.t).toEqual(tInterval([1, 0, 1, 0], 0.5));
    expect(half?.wilson).toEqual(wilsonInterval(2, 4, 0.5));
    expect(half?.bootstrap).toEqual(
      bcaInterval([1, 0, 1, 0], mean, { seed: 1, samples: 300, confidence: 0.5 }),
    );
    expect(summarise(columns, { seed: 1 })[0]?.bootstrap).toEqual(
      bcaInterval([1, 0, 1, 0], mean, { seed: 1, samples: 10_000 }),
    );
  });

  it('has a Wilson interval for rates only', () => {
    const [ratio] = summarise({ ...columns, metric: 'ifr' }, { seed: 1, resamples: 0 });
    expect(ratio?.wilson).toBeNull();
    const [strict] = summarise({ ...columns, metric: 'solved' }, { seed: 1, resamples: 0 });
    expect(strict?.wilson).toEqual(wilsonInterval(2, 4));
  });
});
