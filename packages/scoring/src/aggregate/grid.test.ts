import { describe, expect, it } from 'vitest';
import { observed, scored } from './aggregate.testkit.ts';
import { columnsOf } from './columns.ts';
import { gridsOf, settingKey } from './grid.ts';

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

  it('fills what nobody planned with a zero, and what a plan lacks with a hole', () => {
    const observations = [scored('a', 'x', { pass: 1 }), scored('b', 'y', { pass: 1 })];
    const [loose] = gridsOf(observations);
    expect(loose?.cell('b', 'x')).toEqual({ kind: 'missing', reason: 'there is no result' });
    const plan = { track: 'open', mode: 'direct', agents: ['a', 'c'], instances: ['x', 'w'] };
    const [planned] = gridsOf(observations, [plan]);
    expect(planned).toMatchObject({ agents: ['a', 'c', 'b'], instances: ['w', 'x', 'y'] });
    expect(planned?.cell('c', 'w')).toEqual({
      kind: 'hole',
      reason: 'it was not run on this instance',
    });
    // The plan of another mode says nothing here.
    const [other] = gridsOf(observations, [{ ...plan, mode: 'plan' }]).slice(-1);
    expect(other?.cell('b', 'x').kind).toBe('missing');
  });

  it('takes an instance that cannot be scored from everyone, and the last of two results', () => {
    const [grid] = gridsOf([
      scored('a', 'x', { pass: 0 }),
      scored('a', 'x', { pass: 1 }),
      scored('a', 'y', { pass: 1 }),
      observed('b', 'y', { kind: 'void', reason: 'golden fails' }),
    ]);
    expect(grid?.instances).toEqual(['x']);
    expect(grid?.voids).toEqual([{ instance: 'y', reason: 'golden fails' }]);
    expect(grid?.cell('a', 'x')).toEqual({ kind: 'scored', figures: { pass: 1 } });
  });
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

  it('counts what is missing as 0 and says so', () => {
    const columns = grid && columnsOf(grid, 'pass');
    expect(columns?.instances).toEqual(['x', 'y', 'z']);
    expect([...(columns?.byAgent ?? [])]).toEqual([
      ['a', [1, 1, 0]],
      ['b', [0, 1, 1]],
    ]);
    expect(columns?.zeros).toEqual([{ agent: 'a', instance: 'z', reason: 'no patch' }]);
    expect(columns?.leftOut).toEqual([]);
  });

  it('counts a figure that one patch leaves undefined as 0', () => {
    const columns = grid && columnsOf(grid, 'precision');
    expect(columns?.byAgent.get('a')).toEqual([0.5, 0, 0]);
    expect(columns?.zeros).toEqual([
      { agent: 'a', instance: 'y', reason: 'precision is undefined for this patch' },
      { agent: 'a', instance: 'z', reason: 'no patch' },
    ]);
  });

  it('leaves out an instance on which nobody can have the figure', () => {
    const columns = grid && columnsOf(grid, 'ifr_additive');
    expect(columns?.instances).toEqual(['y', 'z']);
    expect(columns?.byAgent.get('b')).toEqual([0.75, 1]);
    expect(columns?.leftOut).toEqual([
      { instance: 'x', reason: 'ifr_additive is undefined here for every agent' },
    ]);
  });

  it('lets a hole take the instance from everyone', () => {
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

  it('has no column of what nobody measured', () => {
    expect(grid && columnsOf(grid, 'graded_ifr')).toBeUndefined();
    const [nothing] = gridsOf([observed('a', 'x', { kind: 'missing', reason: 'no patch' })]);
    expect(nothing && columnsOf(nothing, 'pass')?.byAgent.get('a')).toEqual([0]);
    const [hole] = gridsOf([observed('a', 'x', { kind: 'hole', reason: 'disk' })]);
    expect(hole && columnsOf(hole, 'pass')).toBeUndefined();
  });
});
