import { describe, expect, it } from 'vitest';
import { observed, scored } from './aggregate.testkit.ts';
import { columnsOf } from './columns.ts';
import { gridsOf, settingKey, type Grid } from './grid.ts';
import type { Observation } from './observation.ts';

describe('gridsOf', () => {
  it('makes a grid for each track and mode', () => {
    const grids = gridsOf([
      scored('a', 'y', { pass: 1 }),
      scored('a', 'x', { pass: 0 }),
      { ...scored('b', 'z', { pass: 1 }), mode: 'plan' },
      { ...scored('b', 'z', { pass: 1 }), track: 'instructed' },
    ]);
    expect(grids.map(settingKey)).toEqual(['open/direct', 'open/plan', 'instructed/direct']);
    expect(grids[0]).toMatchObject({ agents: ['a'], instances: ['x', 'y'], voids: [] });
    expect(grids[1]).toMatchObject({ agents: ['b'], instances: ['z'] });
  });

  it('returns an empty array for unplanned results, and a hole for missing planned results', () => {
    const observations = [scored('a', 'x', { pass: 1 }), scored('b', 'y', { pass: 1 })];
    const [loose] = gridsOf(observations);
    expect(loose?.cells('b', 'x')).toEqual([]);
    const plan = { track: 'open', mode: 'direct', agents: ['a', 'c'], instances: ['x', 'w'] };
    const [planned] = gridsOf(observations, [plan]);
    expect(planned).toMatchObject({ agents: ['a', 'c', 'b'], instances: ['w', 'x', 'y'] });
    expect(planned?.cells('c', 'w')).toEqual([
      { kind: 'hole', reason: 'was not run on this instance' },
    ]);
    // The plan of another mode does not apply.
    const [other] = gridsOf(observations, [{ ...plan, mode: 'plan' }]).slice(-1);
    expect(other?.cells('b', 'x')).toEqual([]);
  });

  it('excludes void instances for all agents, and keeps repeats in order', () => {
    const [grid] = gridsOf([
      { ...scored('a', 'x', { pass: 0 }), repeat: 2 },
      scored('a', 'x', { pass: 1 }),
      scored('a', 'y', { pass: 1 }),
      observed('b', 'y', { kind: 'void', reason: 'golden fails' }),
    ]);
    expect(grid?.instances).toEqual(['x']);
    expect(grid?.voids).toEqual([{ instance: 'y', reason: 'golden fails' }]);
    expect(grid?.cells('a', 'x')).toEqual([
      { kind: 'scored', figures: { pass: 1 } },
      { kind: 'scored', figures: { pass: 0 } },
    ]);
  });
});

describe('a grid', () => {
  const grid = (...observations: Observation[]): Grid => {
    const [only] = gridsOf(observations);
    if (only === undefined) throw new Error('there is a result');
    return only;
  };

  it('has the metrics that at least one result defines', () => {
    const shared = { pass: 0, ifr: null, alignment: 0.5 };
    const { metrics } = grid(
      scored('a', 'x', shared),
      scored('a', 'y', shared),
      scored('b', 'x', { precision: 1, f1: null }),
      observed('b', 'y', { kind: 'missing', reason: 'no patch' }),
    );
    expect(metrics).toEqual(new Set(['pass', 'alignment', 'precision']));
  });

  it('has no metrics without a scored result', () => {
    const { metrics } = grid(observed('a', 'x', { kind: 'missing', reason: 'no patch' }));
    expect(metrics).toEqual(new Set());
  });

  it('returns the cells of an instance by id and by index in sorted order', () => {
    const own = grid(scored('a', 'y', { pass: 1 }), scored('a', 'x', { pass: 0 }));
    const [x, y] = [0, 1].map((pass) => [{ kind: 'scored', figures: { pass } }]);
    expect([own.cells('a', 'x'), own.cells('a', 'y')]).toEqual([x, y]);
    expect([own.cellsAt('a', 0), own.cellsAt('a', 1)]).toEqual([x, y]);
  });

  it('returns no cells for an unknown agent or instance', () => {
    const own = grid(scored('a', 'x', { pass: 1 }), scored('a', 'y', { pass: 1 }));
    expect([own.cells('b', 'x'), own.cellsAt('b', 0)]).toEqual([[], []]);
    expect([own.cells('a', 'z'), own.cellsAt('a', 2)]).toEqual([[], []]);
  });

  it('is repeated if any agent has more than one result on an instance', () => {
    expect(grid(scored('a', 'x', { pass: 1 }), scored('b', 'x', { pass: 1 })).repeated).toBe(false);
    const again = { ...scored('b', 'x', { pass: 1 }), repeat: 2 };
    const twice = grid(scored('a', 'x', { pass: 1 }), scored('b', 'x', { pass: 1 }), again);
    expect(twice.repeated).toBe(true);
  });
});

it('recognises reference agents by name and by flag', () => {
  const [grid] = gridsOf(
    [
      scored('golden', 'x', { pass: 1 }),
      { ...scored('fixed', 'x', { pass: 1 }), reference: true },
      scored('a', 'x', { pass: 1 }),
    ],
    [{ track: 'open', mode: 'direct', agents: ['nop'], instances: ['x'] }],
  );
  expect([...(grid?.references ?? [])].sort()).toEqual(['fixed', 'golden', 'nop']);
  for (const name of ['script', 'golden_agent', 'null_agent']) {
    const [own] = gridsOf([scored(name, 'x', {})]);
    expect(own?.references).toEqual(new Set([name]));
  }
});

describe('columnsOf', () => {
  const [grid] = gridsOf([
    scored('a', 'x', { pass: 1, precision: 0.5, ifr_additive: null }),
    scored('a', 'y', { pass: 1, precision: null, ifr_additive: 0.25 }),
    observed('a', 'z', { kind: 'missing', reason: 'no patch' }),
    scored('b', 'x', { pass: 0, precision: 0.25, ifr_additive: null }),
    scored('b', 'y', { pass: 1, precision: 0.75, ifr_additive: 0.75 }),
    scored('b', 'z', { pass: 1, precision: 0, ifr_additive: 1 }),
  ]);

  it('counts a missing result as 0, with the reason', () => {
    const columns = grid && columnsOf(grid, 'pass');
    expect(columns?.instances).toEqual(['x', 'y', 'z']);
    expect([...(columns?.byAgent ?? [])]).toEqual([
      ['a', [1, 1, 0]],
      ['b', [0, 1, 1]],
    ]);
    expect(columns?.zeros).toEqual([{ agent: 'a', instance: 'z', reason: 'no patch' }]);
    expect(columns?.leftOut).toEqual([]);
  });

  it('counts a metric that is undefined for one patch as 0', () => {
    const columns = grid && columnsOf(grid, 'precision');
    expect(columns?.byAgent.get('a')).toEqual([0.5, 0, 0]);
    expect(columns?.zeros).toEqual([
      { agent: 'a', instance: 'y', reason: 'precision is undefined for this patch' },
      { agent: 'a', instance: 'z', reason: 'no patch' },
    ]);
  });

  it('excludes an instance on which the metric is undefined for all agents', () => {
    const columns = grid && columnsOf(grid, 'ifr_additive');
    expect(columns?.instances).toEqual(['y', 'z']);
    expect(columns?.byAgent.get('b')).toEqual([0.75, 1]);
    expect(columns?.leftOut).toEqual([
      { instance: 'x', reason: 'ifr_additive is undefined for every agent' },
    ]);
  });

  it('excludes an instance with a hole for all agents', () => {
    const [holed] = gridsOf([
      scored('a', 'x', { pass: 1 }),
      scored('a', 'y', { pass: 1 }),
      scored('b', 'x', { pass: 0 }),
      observed('b', 'y', { kind: 'hole', reason: 'engine gone' }),
    ]);
    const columns = holed && columnsOf(holed, 'pass');
    expect([...(columns?.byAgent ?? [])]).toEqual([
      ['a', [1]],
      ['b', [0]],
    ]);
    expect(columns?.leftOut).toEqual([{ instance: 'y', reason: 'b: engine gone' }]);
    expect(columns?.zeros).toEqual([]);
  });

  it('returns no columns for a metric that was not measured', () => {
    expect(grid && columnsOf(grid, 'graded_ifr')).toBeUndefined();
    const [nothing] = gridsOf([observed('a', 'x', { kind: 'missing', reason: 'no patch' })]);
    expect(nothing && columnsOf(nothing, 'pass')?.byAgent.get('a')).toEqual([0]);
    const [hole] = gridsOf([observed('a', 'x', { kind: 'hole', reason: 'disk' })]);
    expect(hole && columnsOf(hole, 'pass')).toBeUndefined();
  });

  describe('with an absent, unplanned result', () => {
    const [partial] = gridsOf([
      scored('a', 'x', { pass: 1 }),
      scored('a', 'y', { pass: 0 }),
      scored('b', 'x', { pass: 1 }),
    ]);

    it.each([
      ['common', ['x'], [1], [1]],
      ['drop', ['x', 'y'], [1, 0], [1, null]],
      ['zero', ['x', 'y'], [1, 0], [1, 0]],
    ] as const)('follows the policy %s', (absent, instances, first, second) => {
      const columns = partial && columnsOf(partial, 'pass', absent);
      expect(columns?.instances).toEqual(instances);
      expect(columns?.byAgent.get('a')).toEqual(first);
      expect(columns?.byAgent.get('b')).toEqual(second);
      expect(columns?.zeros).toHaveLength(absent === 'zero' ? 1 : 0);
    });

    it('uses common instances by default', () => {
      expect(partial && columnsOf(partial, 'pass')?.leftOut).toEqual([
        { instance: 'y', reason: 'b: no result' },
      ]);
    });
  });

  describe('with reference agents', () => {
    const real = [
      scored('a', 'x', { pass: 1, precision: 0.5 }),
      scored('a', 'y', { pass: 1, precision: null }),
      scored('b', 'x', { pass: 0, precision: 0.25 }),
      scored('b', 'y', { pass: 1, precision: null }),
    ];
    const [without] = gridsOf(real);
    const [beside] = gridsOf([
      ...real,
      scored('golden', 'x', { pass: 1, precision: 0.9 }),
      scored('golden', 'y', { pass: 1, precision: 0.9 }),
      scored('golden', 'z', { pass: 1, precision: 0.9 }),
      observed('nop', 'x', { kind: 'hole', reason: 'engine gone' }),
      scored('nop', 'y', { pass: 1, precision: null }),
    ]);

    it.each(['pass', 'precision', 'alignment'] as const)(
      'keeps the others as they are: %s',
      (metric) => {
        for (const absent of ['zero', 'drop', 'common'] as const) {
          const [alone, both] = [without, beside].map(
            (one) => one && columnsOf(one, metric, absent),
          );
          expect(both?.instances).toEqual(alone?.instances);
          expect(both?.compared).toEqual(alone?.compared);
          for (const agent of ['a', 'b']) {
            expect(both?.byAgent.get(agent)).toEqual(alone?.byAgent.get(agent));
          }
        }
      },
    );

    it('shows their values', () => {
      const columns = beside && columnsOf(beside, 'pass', 'zero');
      expect(columns?.compared).toEqual(['a', 'b']);
      expect(columns?.byAgent.get('golden')).toEqual([1, 1]);
      expect(columns?.byAgent.get('nop')).toEqual([null, 1]);
      const precision = beside && columnsOf(beside, 'precision');
      expect(precision?.byAgent.get('golden')).toEqual([0.9]);
      expect(precision?.byAgent.get('nop')).toEqual([null]);
    });

    it('aligns them with each other if there are no other agents', () => {
      const [only] = gridsOf([scored('golden', 'x', { pass: 1 }), scored('nop', 'x', { pass: 0 })]);
      const columns = only && columnsOf(only, 'pass');
      expect(columns?.compared).toEqual([]);
      expect([...(columns?.byAgent.values() ?? [])]).toEqual([[1], [0]]);
    });
  });

  describe('with repeats', () => {
    const [repeated] = gridsOf([
      scored('a', 'x', { pass: 1, precision: 0.5 }),
      { ...scored('a', 'x', { pass: 0, precision: null }), repeat: 2 },
      scored('b', 'x', { pass: 1, precision: 0.5 }),
      scored('b', 'y', { pass: 1, precision: 0.5 }),
      scored('a', 'y', { pass: 1, precision: 0.5 }),
      { ...observed('a', 'y', { kind: 'hole', reason: 'disk' }), repeat: 2 },
    ]);

    it('averages each instance, and keeps the values', () => {
      const columns = repeated && columnsOf(repeated, 'pass');
      expect(columns?.instances).toEqual(['x']);
      expect(columns?.leftOut).toEqual([{ instance: 'y', reason: 'a: disk' }]);
      expect(columns?.byAgent.get('a')).toEqual([0.5]);
      expect(columns?.repeats?.get('a')).toEqual([[1, 0]]);
      expect(columns?.repeats?.get('b')).toEqual([[1]]);
    });

    it('counts a metric that is undefined for one repeat as 0', () => {
      const columns = repeated && columnsOf(repeated, 'precision');
      expect(columns?.byAgent.get('a')).toEqual([0.25]);
      expect(columns?.zeros).toHaveLength(1);
    });
  });
});
