import { describe, expect, it } from 'vitest';
import { signFlipTest } from '../statistics/sign-flip-test.ts';
import { compareTwo } from './compare-two.ts';
import type { Cell } from './grid.ts';

function side(name: string, cells: Record<string, Cell>) {
  return { name, cells: new Map(Object.entries(cells)) };
}

const figures = (pass: number, precision: number | null): Cell => ({
  kind: 'scored',
  figures: { pass, precision, ifr_additive: null },
});

const first = side('a', {
  z: figures(1, 0.5),
  x: figures(1, 0.5),
  y: figures(0, null),
  w: figures(1, 0.5),
  v: { kind: 'hole', reason: 'disk' },
  u: figures(1, null),
});
const second = side('b', {
  x: figures(1, 0.25),
  y: figures(1, 0.75),
  w: { kind: 'missing', reason: 'no patch' },
  v: figures(1, 1),
  u: figures(1, null),
  t: figures(1, 1),
});

describe('compareTwo', () => {
  const compared = compareTwo(first, second, { seed: 2 });

  it('keeps to the instances that both have', () => {
    expect(compared.instances).toEqual(['u', 'w', 'x', 'y']);
    expect(compared.leftOut).toEqual([
      { instance: 't', reason: 'a was not tried on it' },
      { instance: 'v', reason: 'a: disk' },
      { instance: 'z', reason: 'b was not tried on it' },
    ]);
    expect([compared.first, compared.second]).toEqual(['a', 'b']);
  });

  it('tests each metric that both sides have', () => {
    expect(compared.metrics.map(({ metric }) => metric)).toEqual(['pass', 'precision']);
    expect(compared.metrics[0]).toMatchObject({
      n: 4,
      firstMean: 0.75,
      secondMean: 0.75,
      difference: 0,
      wins: 1,
      losses: 1,
      ties: 2,
      ...signFlipTest([0, 1, 0, -1], { seed: 2 }),
    });
    // u is undefined on both sides: no difference of the agents.
    expect(compared.metrics[1]).toMatchObject({ n: 3, difference: (0.5 + 0.25 - 0.75) / 3 });
  });

  it('says why a zero is one', () => {
    const precision = compared.differences.filter((row) => row.metric === 'precision');
    expect(precision).toEqual([
      {
        instance: 'w',
        metric: 'precision',
        first: 0.5,
        second: 0,
        difference: 0.5,
        reasons: ['no patch'],
      },
      {
        instance: 'x',
        metric: 'precision',
        first: 0.5,
        second: 0.25,
        difference: 0.25,
        reasons: [],
      },
      {
        instance: 'y',
        metric: 'precision',
        first: 0,
        second: 0.75,
        difference: -0.75,
        reasons: ['precision is undefined for this patch'],
      },
    ]);
  });

  it('names the instances that flip', () => {
    expect(compared.flips.map(({ instance, difference }) => [instance, difference])).toEqual([
      ['w', 1],
      ['y', -1],
    ]);
  });

  it('counts an instance that both sides missed as a tie', () => {
    const missing: Cell = { kind: 'missing', reason: 'no patch' };
    const { metrics } = compareTwo(
      side('a', { x: missing, y: figures(1, null) }),
      side('b', { x: missing, y: figures(1, null) }),
      { seed: 1 },
    );
    expect(metrics[0]).toMatchObject({ metric: 'pass', n: 2, ties: 2, firstMean: 0.5 });
  });
});
