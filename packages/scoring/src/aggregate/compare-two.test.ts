import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { signFlipTest } from '../statistics/sign-flip-test.ts';
import { compareTwo, type Side } from './compare-two.ts';
import type { Cell } from './cell.ts';

function side(name: string, cells: Record<string, Cell | readonly Cell[]>): Side {
  return {
    name,
    cells: new Map(Object.entries(cells).map(([id, cell]) => [id, [cell].flat()])),
  };
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
  // Called in each test, because coverage during collection is not attributed to any test.
  const compare = (): ReturnType<typeof compareTwo> => compareTwo(first, second);

  it('uses only the instances that both sides have', () => {
    const compared = compare();
    expect(compared.instances).toEqual(['u', 'w', 'x', 'y']);
    expect(compared.leftOut).toEqual([
      { instance: 't', reason: 'a was not run on this instance' },
      { instance: 'v', reason: 'a: disk' },
      { instance: 'z', reason: 'b was not run on this instance' },
    ]);
    expect([compared.first, compared.second]).toEqual(['a', 'b']);
  });

  it('tests each metric that both sides have', () => {
    const compared = compare();
    expect(compared.metrics.map(({ metric }) => metric)).toEqual(['pass', 'precision']);
    expect(compared.metrics[0]).toMatchObject({
      n: 4,
      firstMean: 0.75,
      secondMean: 0.75,
      difference: 0,
      wins: 1,
      losses: 1,
      ties: 2,
      ...signFlipTest([0, 1, 0, -1]),
    });
    // The metric is undefined for u on both sides, so u is not a difference between the agents.
    expect(compared.metrics[1]).toMatchObject({ n: 3, difference: (0.5 + 0.25 - 0.75) / 3 });
  });

  it('gives the reason for each zero', () => {
    const precision = compare().differences.filter((row) => row.metric === 'precision');
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

  it('lists the instances whose Pass flips', () => {
    expect(compare().flips.map(({ instance, difference }) => [instance, difference])).toEqual([
      ['w', 1],
      ['y', -1],
    ]);
  });

  it('counts an instance that both sides missed as a tie', () => {
    const missing: Cell = { kind: 'missing', reason: 'no patch' };
    const { metrics } = compareTwo(
      side('a', { x: missing, y: figures(1, null) }),
      side('b', { x: missing, y: figures(1, null) }),
    );
    expect(metrics[0]).toMatchObject({ metric: 'pass', n: 2, ties: 2, firstMean: 0.5 });
  });

  it('corrects p-values over its metrics', () => {
    const { metrics } = compare();
    expect(metrics.map(({ q }) => q)).toEqual(benjaminiHochberg(metrics.map(({ p }) => p)));
  });

  it('excludes instances without a result on one side, or counts them as 0 on request', () => {
    const [left, right] = [
      side('a', { x: figures(1, 1), y: figures(1, 1) }),
      side('b', { x: figures(1, 1), y: [] }),
    ];
    expect(compareTwo(left, right)).toMatchObject({
      instances: ['x'],
      leftOut: [{ instance: 'y', reason: 'b: no result' }],
    });
    const zero = compareTwo(left, right, { absent: 'zero' });
    expect(zero.flips).toMatchObject([{ instance: 'y', reasons: ['no result'] }]);
  });

  it('averages repeats', () => {
    const { metrics, flips } = compareTwo(
      side('a', { x: [figures(1, 0.5), figures(0, null)], y: figures(1, 1) }),
      side('b', { x: [figures(1, 0.5), figures(1, 0.5)], y: figures(1, 1) }),
    );
    expect(metrics).toMatchObject([
      { metric: 'pass', firstMean: 0.75, secondMean: 1 },
      { metric: 'precision', firstMean: 0.625, secondMean: 0.75 },
    ]);
    expect(flips).toMatchObject([{ instance: 'x', first: 0.5, second: 1 }]);
  });

  it('excludes an instance with a hole in a later repeat', () => {
    const compared = compareTwo(
      side('a', { x: figures(1, 1), y: [figures(1, 1), { kind: 'hole', reason: 'disk' }] }),
      side('b', { x: figures(1, 1), y: figures(1, 1) }),
    );
    expect(compared.instances).toEqual(['x']);
    expect(compared.leftOut).toEqual([{ instance: 'y', reason: 'a: disk' }]);
  });

  it('omits a metric that one side does not have', () => {
    const [has, lacks] = [
      side('a', { x: figures(1, 0.5), y: figures(1, 0.5) }),
      side('b', { x: figures(1, null), y: figures(1, null) }),
    ];
    for (const { metrics, differences } of [compareTwo(has, lacks), compareTwo(lacks, has)]) {
      expect(metrics.map(({ metric }) => metric)).toEqual(['pass']);
      expect(differences.map(({ metric }) => metric)).toEqual(['pass', 'pass']);
    }
  });

  it('compares nothing if all results are missing', () => {
    const missing: Cell = { kind: 'missing', reason: 'no patch' };
    const compared = compareTwo(side('a', { x: missing }), side('b', { x: missing }));
    expect(compared).toMatchObject({ instances: ['x'], metrics: [], differences: [], flips: [] });
  });

  it('compares a side without any score as 0', () => {
    const missing: Cell = { kind: 'missing', reason: 'no patch' };
    const compared = compareTwo(
      side('a', { x: figures(1, 0.5), y: figures(0, null) }),
      side('b', { x: missing, y: missing }),
    );
    expect(compared.metrics).toMatchObject([
      { metric: 'pass', firstMean: 0.5, secondMean: 0 },
      { metric: 'precision', firstMean: 0.5, secondMean: 0 },
    ]);
    expect(compared.flips).toMatchObject([{ instance: 'x', reasons: ['no patch'] }]);
  });

  it('compares a metric that each instance defines for some repeats', () => {
    const { metrics, differences } = compareTwo(
      side('a', { x: [figures(1, 0.5), figures(1, null)] }),
      side('b', { x: [figures(1, null), figures(1, 1)] }),
    );
    expect(metrics).toMatchObject([
      { metric: 'pass', difference: 0 },
      { metric: 'precision', firstMean: 0.25, secondMean: 0.5, difference: -0.25 },
    ]);
    expect(differences[1]?.reasons).toEqual([
      'precision is undefined for this patch',
      'precision is undefined for this patch',
    ]);
  });

  it('skips a metric on an instance where no patch defines it and one result is missing', () => {
    const { differences } = compareTwo(
      side('a', { x: figures(1, 0.5), y: figures(1, null) }),
      side('b', { x: figures(1, 0.5), y: { kind: 'missing', reason: 'no patch' } }),
    );
    expect(differences.map(({ metric, instance }) => [metric, instance])).toEqual([
      ['pass', 'x'],
      ['pass', 'y'],
      ['precision', 'x'],
    ]);
  });
});
