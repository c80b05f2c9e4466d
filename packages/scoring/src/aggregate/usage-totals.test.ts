import { describe, expect, it } from 'vitest';
import { NO_USAGE, observed, scored } from './aggregate.testkit.ts';
import { countEndings, usageTotals } from './usage-totals.ts';

describe('usageTotals', () => {
  it('sums known values, and does not count an unknown cost as 0', () => {
    const cost = (costUsd: number | null) => ({ usage: { ...NO_USAGE, costUsd, seconds: 60 } });
    const totals = usageTotals([
      { ...scored('a', 'x', {}), ...cost(2) },
      { ...scored('a', 'y', {}), ...cost(null) },
      { ...scored('b', 'x', {}), ...cost(5) },
      { ...scored('a', 'z', {}), ...cost(4) },
      { ...scored('a', 'x', {}), ...cost(1), mode: 'plan' },
      { ...scored('a', 'x', {}), ...cost(1), track: 'instructed' },
    ]);
    expect(
      totals.map(({ track, mode, agent, attempts }) => [track, mode, agent, attempts]),
    ).toEqual([
      ['open', 'direct', 'a', 3],
      ['open', 'direct', 'b', 1],
      ['open', 'plan', 'a', 1],
      ['instructed', 'direct', 'a', 1],
    ]);
    expect(totals[0]?.costUsd).toEqual({ sum: 6, mean: 3, known: 2, unknown: 1 });
    expect(totals[0]?.seconds).toEqual({ sum: 180, mean: 60, known: 3, unknown: 0 });
    expect(totals[0]?.inputTokens).toEqual({ sum: 0, mean: null, known: 0, unknown: 3 });
    expect(totals[0]?.outputTokens.mean).toBeNull();
  });
});

describe('countEndings', () => {
  it('counts endings and reasons, most frequent first', () => {
    const missing = { kind: 'missing', reason: 'no patch' } as const;
    expect(
      countEndings([
        observed('a', 'w', missing, { ending: 'timed-out' }),
        scored('a', 'x', {}),
        scored('a', 'y', {}),
        observed('a', 'z', missing),
        observed('b', 'z', missing),
      ]),
    ).toEqual([
      { track: 'open', mode: 'direct', agent: 'a', ending: 'completed', reason: '', count: 2 },
      {
        track: 'open',
        mode: 'direct',
        agent: 'a',
        ending: 'timed-out',
        reason: 'no patch',
        count: 1,
      },
      {
        track: 'open',
        mode: 'direct',
        agent: 'a',
        ending: 'completed',
        reason: 'no patch',
        count: 1,
      },
      {
        track: 'open',
        mode: 'direct',
        agent: 'b',
        ending: 'completed',
        reason: 'no patch',
        count: 1,
      },
    ]);
  });
});
