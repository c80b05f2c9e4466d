import { describe, expect, it } from 'vitest';
import { observed, scored } from './aggregate.testkit.ts';
import { columnsOf, type AbsentPolicy, type Columns } from './columns.ts';
import { gridsOf } from './grid.ts';
import type { Observation } from './observation.ts';
import type { Metric } from '../metrics.ts';

/** The columns of the only grid. Called in each test, so that coverage is attributed to it. */
function aligned(
  observations: readonly Observation[],
  metric: Metric,
  absent?: AbsentPolicy,
): Columns {
  const [grid] = gridsOf(observations);
  const columns = grid && columnsOf(grid, metric, absent);
  if (columns === undefined) throw new Error('the metric was measured');
  return columns;
}

const missing = (agent: string, instance: string): Observation =>
  observed(agent, instance, { kind: 'missing', reason: 'no patch' });

const hole = (agent: string, instance: string): Observation =>
  observed(agent, instance, { kind: 'hole', reason: 'disk' });

const again = (observation: Observation): Observation => ({ ...observation, repeat: 2 });

describe('columnsOf for a reference agent', () => {
  it('gives null, not 0, if the metric is undefined for its only patch', () => {
    const columns = aligned(
      [scored('a', 'x', { precision: 0.5 }), scored('nop', 'x', { precision: null })],
      'precision',
    );
    expect(columns.byAgent.get('a')).toEqual([0.5]);
    expect(columns.byAgent.get('nop')).toEqual([null]);
    expect(columns.zeros).toEqual([]);
  });

  it('gives null in a grid of reference agents only, too', () => {
    const columns = aligned(
      [
        scored('golden', 'x', { precision: 0.5 }),
        scored('nop', 'x', { precision: null }),
        scored('golden', 'y', { precision: 0.7 }),
        scored('nop', 'y', { precision: null }),
      ],
      'precision',
    );
    expect(columns.byAgent.get('golden')).toEqual([0.5, 0.7]);
    expect(columns.byAgent.get('nop')).toEqual([null, null]);
    expect(columns.zeros).toEqual([]);
  });

  it('gives null if the metric was not measured', () => {
    const columns = aligned(
      [scored('a', 'x', { precision: 0.5 }), scored('nop', 'x', {})],
      'precision',
    );
    expect(columns.byAgent.get('nop')).toEqual([null]);
  });

  it('counts a missing result as 0, with the reason', () => {
    const columns = aligned(
      [scored('a', 'x', { precision: 0.5 }), missing('nop', 'x')],
      'precision',
    );
    expect(columns.byAgent.get('nop')).toEqual([0]);
    expect(columns.zeros).toEqual([{ agent: 'nop', instance: 'x', reason: 'no patch' }]);
  });

  it('counts a metric that is undefined for one of two repeats as 0', () => {
    const columns = aligned(
      [
        scored('a', 'x', { precision: 0.5 }),
        scored('nop', 'x', { precision: null }),
        again(scored('nop', 'x', { precision: 0.5 })),
      ],
      'precision',
    );
    expect(columns.byAgent.get('nop')).toEqual([0.25]);
    expect(columns.repeats?.get('nop')).toEqual([[0, 0.5]]);
  });

  it('has no value on an instance with a hole in one repeat', () => {
    const columns = aligned(
      [scored('a', 'x', { pass: 1 }), scored('nop', 'x', { pass: 1 }), again(hole('nop', 'x'))],
      'pass',
    );
    expect(columns.instances).toEqual(['x']);
    expect(columns.byAgent.get('nop')).toEqual([null]);
    expect(columns.zeros).toEqual([]);
  });

  it('does not count an absent result as 0', () => {
    const columns = aligned(
      [
        scored('a', 'x', { pass: 1 }),
        scored('a', 'y', { pass: 1 }),
        scored('nop', 'x', { pass: 1 }),
      ],
      'pass',
      'zero',
    );
    expect(columns.byAgent.get('nop')).toEqual([1, null]);
    expect(columns.zeros).toEqual([]);
  });
});

describe('columnsOf with the policy zero', () => {
  it('names the agent, the instance and the reason of an absent result', () => {
    const columns = aligned(
      [scored('a', 'x', { pass: 1 }), scored('a', 'y', { pass: 1 }), scored('b', 'x', { pass: 1 })],
      'pass',
      'zero',
    );
    expect(columns.zeros).toEqual([{ agent: 'b', instance: 'y', reason: 'no result' }]);
  });

  it('keeps the values of results that exist', () => {
    const columns = aligned(
      [
        scored('a', 'x', { pass: 1 }),
        again(scored('a', 'x', { pass: 0 })),
        scored('b', 'x', { pass: 1 }),
        missing('b', 'y'),
      ],
      'pass',
      'zero',
    );
    expect(columns.byAgent.get('a')).toEqual([0.5, 0]);
    expect(columns.byAgent.get('b')).toEqual([1, 0]);
    expect(columns.zeros).toEqual([
      { agent: 'a', instance: 'y', reason: 'no result' },
      { agent: 'b', instance: 'y', reason: 'no patch' },
    ]);
  });
});

it.each(['zero', 'drop'] as const)(
  'excludes an instance that only reference agents have under the policy %s',
  (absent) => {
    const columns = aligned(
      [
        scored('a', 'x', { pass: 1 }),
        scored('golden', 'x', { pass: 1 }),
        scored('golden', 'y', { pass: 1 }),
      ],
      'pass',
      absent,
    );
    expect(columns.instances).toEqual(['x']);
    expect(columns.leftOut).toEqual([{ instance: 'y', reason: 'no compared agent has a result' }]);
  },
);

describe('the repeats of columns', () => {
  it('are present if a single instance of a single agent was repeated', () => {
    const columns = aligned(
      [
        scored('a', 'x', { pass: 1 }),
        scored('a', 'y', { pass: 1 }),
        again(scored('a', 'y', { pass: 0 })),
        scored('b', 'x', { pass: 0 }),
        scored('b', 'y', { pass: 1 }),
      ],
      'pass',
    );
    expect([...(columns.repeats ?? [])]).toEqual([
      ['a', [[1], [1, 0]]],
      ['b', [[0], [1]]],
    ]);
  });

  it('are absent without repeats', () => {
    expect(aligned([scored('a', 'x', { pass: 1 })], 'pass')).not.toHaveProperty('repeats');
  });

  it('are absent if the only repeated instance is excluded', () => {
    const columns = aligned(
      [scored('a', 'x', { pass: 1 }), scored('a', 'y', { pass: 1 }), again(hole('a', 'y'))],
      'pass',
    );
    expect(columns.instances).toEqual(['x']);
    expect(columns).not.toHaveProperty('repeats');
  });
});

describe('a metric that no compared agent has', () => {
  it('gives no columns, even if a reference agent has it and a result is missing', () => {
    const [grid] = gridsOf([
      missing('b', 'x'),
      scored('a', 'x', { pass: 1 }),
      scored('golden', 'x', { pass: 1, precision: 1 }),
    ]);
    expect(grid && columnsOf(grid, 'precision')).toBeUndefined();
    expect(grid && columnsOf(grid, 'pass')?.byAgent.get('b')).toEqual([0]);
  });
});

describe('columnsOf for an instance without tests', () => {
  const absent = (agent: string): Observation =>
    observed(agent, 'y', { kind: 'missing', reason: 'no patch', lacks: new Set(['pass']) });

  it('leaves it out of a metric that no result has, even if all results are missing', () => {
    const tested = [scored('a', 'x', { pass: 1, ifr: 1 }), scored('b', 'x', { pass: 1, ifr: 1 })];
    const columns = aligned([...tested, absent('a'), absent('b')], 'pass');
    expect(columns.instances).toEqual(['x']);
    expect(columns.leftOut).toEqual([
      { instance: 'y', reason: 'pass is undefined for every agent' },
    ]);
    const ifr = aligned([...tested, absent('a'), absent('b')], 'ifr');
    expect(ifr.byAgent.get('a')).toEqual([1, 0]);
  });

  it('has no columns for a metric that no instance has', () => {
    const [grid] = gridsOf([absent('a')]);
    expect(grid && columnsOf(grid, 'pass')).toBeUndefined();
  });
});
