import { describe, expect, it } from 'vitest';
import { Resampling } from '../statistics/resampling.ts';
import type { Columns } from './columns.ts';
import { rankAgents } from './ranks.ts';

function columns(byAgent: Record<string, (number | null)[]>): Columns {
  const [first = []] = Object.values(byAgent);
  return {
    metric: 'ifr',
    instances: first.map((_, index) => `i${index}`),
    compared: Object.keys(byAgent),
    byAgent: new Map(Object.entries(byAgent)),
    zeros: [],
    leftOut: [],
  };
}

describe('rankAgents', () => {
  const wave = Array.from({ length: 40 }, (_, index) => 0.5 + 0.3 * Math.sin(index));
  const above = wave.map((value) => value + 0.1);
  const noisy = wave.map((value, index) => value + 0.02 * Math.cos(index * 5));

  it('gives a narrow interval only to an agent that is better on all instances', () => {
    const ranks = rankAgents(columns({ noisy, above, wave }), new Resampling(1, 2000));
    expect(ranks[0]).toEqual({ agent: 'above', metric: 'ifr', rank: 1, low: 1, high: 1 });
    expect(ranks.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    for (const { low, high } of ranks.slice(1)) expect([low, high]).toEqual([2, 3]);
  });

  it('gives equal agents the same rank', () => {
    const ranks = rankAgents(columns({ wave, same: [...wave] }), new Resampling(1, 200));
    expect(ranks).toMatchObject([
      { rank: 1, low: 1, high: 1 },
      { rank: 1, low: 1, high: 1 },
    ]);
  });

  it('ranks many instances in groups', () => {
    const many = Array.from({ length: 2500 }, (_, index) => Math.abs(Math.sin(index * index)));
    const close = many.map((value, index) => value + 0.5 * Math.sin(index * 7));
    const better = many.map((value, index) => value + 0.01 + 0.2 * Math.sin(index * 5));
    const ranks = rankAgents(columns({ many, close, better }), new Resampling(1, 500));
    expect(ranks.map(({ agent }) => agent)[0]).toBe('better');
    expect(ranks[0]).toMatchObject({ rank: 1, low: 1 });
    expect(ranks.find(({ agent }) => agent === 'close')).toMatchObject({ high: 3 });
  });

  it('ranks on common instances, and returns nothing for one agent or one instance', () => {
    const gaps = columns({ a: [null, 1, 1, 0], b: [0, 0, 0, null] });
    expect(rankAgents(gaps, new Resampling(1, 200))).toMatchObject([
      { agent: 'a', rank: 1, low: 1, high: 1 },
      { agent: 'b', rank: 2, low: 2, high: 2 },
    ]);
    expect(rankAgents(columns({ a: [1, 0] }), new Resampling(1, 200))).toEqual([]);
    expect(rankAgents(columns({ a: [1], b: [0] }), new Resampling(1, 200))).toEqual([]);
  });

  it.each([
    ['both agents lack', [1, 1, 0.2, 0.2, null], [null, null, 0.3, 0.3, 0.3]],
    ['only the second agent lacks', [1, 1, 0.2, 0.2], [null, null, 0.3, 0.3]],
    ['only the first agent lacks', [0.2, 0.2, null, null], [0.3, 0.3, 0, 0]],
  ])('ignores the results of one agent alone if %s instances', (_, a, b) => {
    // On the common instances, b is better by 0.1. Over its own instances, a has the higher mean.
    expect(rankAgents(columns({ a, b }), new Resampling(1, 50))).toMatchObject([
      { agent: 'b', rank: 1, low: 1, high: 1 },
      { agent: 'a', rank: 2, low: 2, high: 2 },
    ]);
  });

  it('returns nothing without agents', () => {
    expect(rankAgents(columns({}), new Resampling(1, 50))).toEqual([]);
  });

  /** Repeats each value 250 times in a row, so that units 250 apart hold one of each. */
  const blocks = (...values: number[]) =>
    values.flatMap((one) => Array.from({ length: 250 }, () => one));

  it('resamples groups of units 250 apart for more than 1,000 units', () => {
    // Every group has the same mean, so the rank is certain.
    const close = columns({ a: blocks(1, 0, 1, 0, 1), b: blocks(0, 1, 0, 1, 0.9) });
    expect(rankAgents(close, new Resampling(1, 100))).toMatchObject([
      { agent: 'a', rank: 1, low: 1, high: 1 },
      { agent: 'b', rank: 2, low: 2, high: 2 },
    ]);
  });

  it('resamples single units for 1,000 units', () => {
    // The mean difference is 0.025, which is less than its standard error of 0.03.
    const close = columns({ a: blocks(1, 0, 1, 0), b: blocks(0, 1, 0, 0.9) });
    expect(rankAgents(close, new Resampling(1, 100))).toMatchObject([
      { agent: 'a', rank: 1, low: 1, high: 2 },
      { agent: 'b', rank: 2, low: 1, high: 2 },
    ]);
  });
});
