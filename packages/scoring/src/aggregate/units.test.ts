import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Columns } from './columns.ts';
import { repositoryOf, unitsOf } from './units.ts';

/** Columns of the agent `a`. The first two instances share a repository. */
function columns(
  values: readonly (number | null)[],
  repeats?: readonly (readonly number[])[],
): Columns {
  const shared = {
    metric: 'ifr' as const,
    instances: ['o__r-0000000a', 'o__r-0000000b', 'o__s-0000000a'],
    compared: ['a'],
    byAgent: new Map([['a', values]]),
    zeros: [],
    leftOut: [],
  };
  return repeats === undefined ? shared : { ...shared, repeats: new Map([['a', repeats]]) };
}

describe('repositoryOf', () => {
  it('removes the commit', () => {
    expect(repositoryOf('owner__repo-0123abcd')).toBe('owner__repo');
  });

  it('removes the last commit only', () => {
    expect(repositoryOf('owner__repo-deadbeef-0123abcd')).toBe('owner__repo-deadbeef');
    expect(repositoryOf('owner__repo-deadbeef-tools')).toBe('owner__repo-deadbeef-tools');
  });
});

describe('unitsOf by instance', () => {
  it('is the default', () => {
    const units = [
      { total: 0.25, size: 1 },
      { total: 0.5, size: 1 },
      { total: 1, size: 1 },
    ];
    expect(unitsOf(columns([0.25, 0.5, 1]), 'a')).toEqual(units);
    expect(unitsOf(columns([0.25, 0.5, 1]), 'a', 'instance')).toEqual(units);
  });

  it('skips instances without a value and instances that are not selected', () => {
    expect(unitsOf(columns([0.25, null, 1]), 'a')).toEqual([
      { total: 0.25, size: 1 },
      { total: 1, size: 1 },
    ]);
    expect(unitsOf(columns([0.25, null, 1]), 'a', 'instance', (index) => index > 0)).toEqual([
      { total: 1, size: 1 },
    ]);
  });

  it('holds the repeats of instances with several attempts only', () => {
    expect(unitsOf(columns([0.5, 0.25, 1], [[0, 1], [0.25], [1, 1]]), 'a')).toStrictEqual([
      { total: 0.5, size: 1, repeats: [[0, 1]] },
      { total: 0.25, size: 1 },
      { total: 1, size: 1, repeats: [[1, 1]] },
    ]);
  });

  it('is empty for an unknown agent', () => {
    expect(unitsOf(columns([1, 1, 1]), 'b')).toEqual([]);
    expect(unitsOf(columns([1, 1, 1]), 'b', 'repository')).toEqual([]);
  });
});

describe('unitsOf by repository', () => {
  it('adds up the values of each repository', () => {
    expect(unitsOf(columns([0.25, 0.5, 1]), 'a', 'repository')).toStrictEqual([
      { total: 0.75, size: 2 },
      { total: 1, size: 1 },
    ]);
  });

  it('skips instances without a value and instances that are not selected', () => {
    expect(unitsOf(columns([0.25, null, 1]), 'a', 'repository')).toEqual([
      { total: 0.25, size: 1 },
      { total: 1, size: 1 },
    ]);
    expect(unitsOf(columns([0.25, 0.5, 1]), 'a', 'repository', (index) => index === 1)).toEqual([
      { total: 0.5, size: 1 },
    ]);
    expect(unitsOf(columns([null, null, 1]), 'a', 'repository')).toEqual([{ total: 1, size: 1 }]);
  });

  it('holds the values of all its instances if any was repeated', () => {
    expect(
      unitsOf(columns([0.5, 0.25, 1], [[0, 1], [0.25], [1]]), 'a', 'repository'),
    ).toStrictEqual([
      { total: 0.75, size: 2, repeats: [[0, 1], [0.25]] },
      { total: 1, size: 1 },
    ]);
  });

  it('holds the single value of an instance whose repeats are unknown', () => {
    expect(unitsOf(columns([0.5, 0.25, 1], [[0, 1]]), 'a', 'repository')).toStrictEqual([
      { total: 0.75, size: 2, repeats: [[0, 1], [0.25]] },
      { total: 1, size: 1 },
    ]);
  });

  it('keeps the sum and the number of instances', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { minLength: 3, maxLength: 3 }),
        (values) => {
          const units = unitsOf(columns(values), 'a', 'repository');
          const known = values.filter((value) => value !== null);
          expect(units.reduce((sum, { size }) => sum + size, 0)).toBe(known.length);
          expect(units.reduce((sum, { total }) => sum + total, 0)).toBe(
            known.reduce((sum, value) => sum + value, 0),
          );
        },
      ),
    );
  });
});

describe('the cache of unitsOf', () => {
  it('shares the units over all instances', () => {
    const own = columns([0.25, 0.5, 1]);
    const [first, clustered] = [unitsOf(own, 'a'), unitsOf(own, 'a', 'repository')];
    expect(unitsOf(own, 'a')).toBe(first);
    expect(unitsOf(own, 'a', 'repository')).toBe(clustered);
    expect(clustered).toHaveLength(2);
    expect(first).toHaveLength(3);
  });

  it('does not apply to selected instances or to other columns', () => {
    const own = columns([0.25, 0.5, 1]);
    expect(unitsOf(own, 'a')).toHaveLength(3);
    expect(unitsOf(own, 'a', 'instance', () => false)).toEqual([]);
    expect(unitsOf(columns([0, 0, 0]), 'a')[0]).toEqual({ total: 0, size: 1 });
  });
});
