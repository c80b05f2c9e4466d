import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { minimumDetectableEffect } from '../statistics/minimum-detectable-effect.ts';
import { signFlipTest } from '../statistics/sign-flip-test.ts';
import { tInterval } from '../statistics/t-interval.ts';
import type { Columns } from './columns.ts';
import { indistinguishableGroups } from './indistinguishable-groups.ts';
import { Resampling } from '../statistics/resampling.ts';
import { comparePairs, describePair, testPairs } from './pairwise.ts';

const instances = Array.from({ length: 8 }, (_, index) => `i${index}`);
const weak = [0, 0.1, 0, 0.2, 0.1, 0, 0.3, 0.1];
const strong = [0.9, 0.8, 1, 0.7, 0.9, 1, 0.3, 0.8];
const middle = [0.5, 0.8, 0.4, 0.7, 0.2, 0.9, 0.3, 0.6];

function columns(
  byAgent: Record<string, (number | null)[]>,
  compared = Object.keys(byAgent),
): Columns {
  return {
    metric: 'alignment',
    instances,
    compared,
    byAgent: new Map(Object.entries(byAgent)),
    zeros: [],
    leftOut: [],
  };
}

describe('comparePairs', () => {
  const settings = [
    { track: 'open', mode: 'direct', columns: columns({ strong, middle, weak }) },
    { track: 'open', mode: 'plan', columns: columns({ strong, weak }) },
  ];

  it('compares all pairs within a setting, and corrects over all settings', () => {
    const compared = comparePairs(settings);
    expect(compared.map(({ mode, first, second }) => [mode, first, second])).toEqual([
      ['direct', 'strong', 'middle'],
      ['direct', 'strong', 'weak'],
      ['direct', 'middle', 'weak'],
      ['plan', 'strong', 'weak'],
    ]);
    const ps = compared.map(({ p }) => p);
    const differences = strong.map((value, index) => value - (weak[index] ?? 0));
    expect(ps[1]).toBe(signFlipTest(differences).p);
    expect(ps[1]).toBe(2 / 128);
    expect(compared.map(({ q }) => q)).toEqual(benjaminiHochberg(ps));
    expect(compared[1]).toMatchObject({
      track: 'open',
      metric: 'alignment',
      n: 8,
      method: 'exact',
      wins: 7,
      losses: 0,
      ties: 1,
    });
  });

  it('passes the options to the test', () => {
    const [, sampled] = comparePairs(settings, { method: 'sampled', seed: 3, samples: 60 });
    expect(sampled?.method).toBe('sampled');
    expect((sampled?.p ?? 0) * 61).toBeCloseTo(Math.round((sampled?.p ?? 0) * 61), 9);
  });

  it('accepts settings with different numbers of instances', () => {
    const shorter = columns({ strong: strong.slice(2), weak: weak.slice(2) });
    const [long, short] = comparePairs([
      { track: 'open', mode: 'plan', columns: columns({ strong, weak }) },
      { track: 'open', mode: 'direct', columns: shorter },
    ]);
    expect([long?.n, long?.p]).toEqual([8, 2 / 128]);
    expect([short?.n, short?.p]).toEqual([6, 2 / 32]);
  });

  it('returns nothing for a single agent', () => {
    const alone = { track: 'open', mode: 'direct', columns: columns({ strong }) };
    expect(comparePairs([alone])).toEqual([]);
  });
});

describe('comparePairs for a subset of the agents', () => {
  const some = columns({ strong, weak, golden: strong.map(() => 1) }, ['strong', 'weak']);
  const setting = { track: 'open', mode: 'direct', columns: some };

  it('excludes reference agents from pairs and family by default', () => {
    const compared = comparePairs([setting]);
    expect(compared.map(({ first, second }) => [first, second])).toEqual([['strong', 'weak']]);
    expect(compared[0]?.q).toBe(compared[0]?.p);
    expect(comparePairs([setting], { includeReference: true })).toHaveLength(3);
  });

  it('compares a pair on the instances that both agents have', () => {
    const gaps = columns({ strong: [null, ...strong.slice(1)], weak: [...weak.slice(0, 7), null] });
    const [pair] = comparePairs([{ ...setting, columns: gaps }]);
    const differences = strong.slice(1, 7).map((value, at) => value - (weak[at + 1] ?? 0));
    expect(pair).toMatchObject({ n: 6, p: signFlipTest(differences).p });
    const apart = columns({ strong: [1, null], weak: [null, 1] });
    // Nothing is known of their difference.
    expect(comparePairs([{ ...setting, columns: apart }])).toEqual([]);
  });

  it.each([
    ['first', [null, 1, 0.5], [0.9, 0.5, 0.25]],
    ['second', [0.9, 1, 0.5], [null, 0.5, 0.25]],
  ])('compares a pair on common instances if only the %s agent lacks one', (_, left, right) => {
    const [pair] = comparePairs([{ ...setting, columns: columns({ left, right }) }]);
    expect(pair).toMatchObject({ n: 2, difference: 0.375, wins: 2, losses: 0, ties: 0 });
    // Of the four sign patterns, two have a sum as far from 0 as the observed one.
    expect(pair?.p).toBe(0.5);
  });

  it('omits pairs of an agent without a column', () => {
    const lost = columns({ strong, weak }, ['strong', 'lost', 'weak']);
    const compared = comparePairs([{ ...setting, columns: lost }]);
    expect(compared.map(({ first, second }) => [first, second])).toEqual([['strong', 'weak']]);
  });

  it('flips the signs of a repository together', () => {
    const clustered = {
      ...columns({ strong, weak }),
      instances: instances.map((_, index) => `o__r${Math.floor(index / 4)}-0000000${index}`),
    };
    const [pair] = comparePairs([{ ...setting, columns: clustered }], { cluster: 'repository' });
    const sums = [0, 4].map((from) =>
      strong
        .slice(from, from + 4)
        .reduce((sum, value, at) => sum + value - (weak[from + at] ?? 0), 0),
    );
    expect(pair?.p).toBe(signFlipTest(sums).p);
    expect(pair).toMatchObject({ n: 8, p: 0.5 });
  });
});

/** A side with one unit per instance. */
function side(...values: number[]): { values: number[]; units: { total: number; size: number }[] } {
  return { values, units: values.map((total) => ({ total, size: 1 })) };
}

describe('describePair', () => {
  it('describes first minus second', () => {
    const described = describePair(side(1, 0.5, 0.25, 0), side(0, 0.75, 0.25, 0));
    const differences = [1, -0.25, 0, 0];
    expect(described).toMatchObject({ n: 4, difference: 0.1875, wins: 1, losses: 1, ties: 2 });
    const [ours, wanted] = [described.interval, tInterval(differences)];
    expect(ours?.low).toBeCloseTo(wanted?.low ?? Number.NaN, 12);
    expect(ours?.high).toBeCloseTo(wanted?.high ?? Number.NaN, 12);
    expect(described.minimumDetectable).toBe(minimumDetectableEffect(differences));
    expect(described.effect).toBeCloseTo(0.1875 / Math.sqrt(0.92188 / 3), 4);
    expect(described).toMatchObject({ bootstrap: null, effectInterval: null });
  });

  it('computes the effect from one mean difference per unit', () => {
    const first = {
      values: [1, 1, 0.5],
      units: [
        { total: 2, size: 2 },
        { total: 0.5, size: 1 },
      ],
    };
    const second = {
      values: [0, 0, 0],
      units: [
        { total: 0, size: 2 },
        { total: 0, size: 1 },
      ],
    };
    const described = describePair(first, second);
    expect(described).toMatchObject({ n: 3, wins: 3 });
    expect(described.difference).toBeCloseTo(2.5 / 3, 12);
    // The units differ by 1 and by 0.5. Their mean is 0.75, and their deviation is sqrt(0.125).
    expect(described.effect).toBeCloseTo(0.75 / Math.sqrt(0.125), 12);
    expect(described.minimumDetectable).toBe(minimumDetectableEffect([1, 0.5]));
  });

  it('returns no effect size without a spread', () => {
    expect(describePair(side(1, 1), side(0, 0)).effect).toBeNull();
    expect(describePair(side(1), side(0)).effect).toBeNull();
    expect(describePair(side(), side())).toMatchObject({ n: 0, difference: 0, effect: null });
  });

  it('computes bootstrap intervals of the difference and of the effect', () => {
    const first = Array.from({ length: 60 }, (_, index) => 0.5 + 0.4 * Math.sin(index * 7));
    const second = first.map((value, index) => value - 0.1 + 0.15 * Math.cos(index * 3));
    const described = describePair(side(...first), side(...second), {
      resampling: new Resampling(3, 4000),
    });
    const { bootstrap, interval, effect, effectInterval } = described;
    // For many well-behaved differences, all intervals nearly agree.
    expect(bootstrap?.low).toBeCloseTo(interval?.low ?? Number.NaN, 2);
    expect(bootstrap?.high).toBeCloseTo(interval?.high ?? Number.NaN, 2);
    const half = 1.96 * Math.sqrt(1 / 60 + (effect ?? 0) ** 2 / 120);
    expect(effectInterval?.low).toBeCloseTo((effect ?? 0) - half, 0);
    expect(effectInterval?.low).toBeLessThan(effect ?? 0);
    expect(effectInterval?.high).toBeGreaterThan(effect ?? 0);
  });
});

describe('testPairs', () => {
  it('returns nothing without pairs', () => {
    expect(testPairs([], {})).toEqual([]);
  });

  it('returns results in order if pairs differ in length', () => {
    const units = (...values: number[]) => values.map((total) => ({ total, size: 1 }));
    const results = testPairs(
      [
        [units(1, 1, 1), units(0, 0, 0)],
        [units(1, 1), units(0, 0)],
        [units(1, 1, 0), units(0, 1, 0)],
      ],
      {},
    );
    // Two of 8, of 4 and of 2 sign patterns have a sum as far from 0 as the observed one.
    expect(results.map(({ p }) => p)).toEqual([0.25, 0.5, 1]);
  });
});

describe('indistinguishableGroups', () => {
  const differing =
    (...pairs: string[]) =>
    (first: string, second: string): boolean =>
      pairs.includes(first + second) || pairs.includes(second + first);

  it.each([
    ['nothing differs', [], [['a', 'b', 'c']]],
    ['all differ', ['ab', 'ac', 'bc'], [['a'], ['b'], ['c']]],
    [
      'the ends differ',
      ['ac'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    ],
    [
      'the middle one differs from the first',
      ['ab'],
      [
        ['a', 'c'],
        ['b', 'c'],
      ],
    ],
  ])('when %s', (_, pairs, groups) => {
    expect(indistinguishableGroups(['a', 'b', 'c'], differing(...pairs))).toEqual(groups);
  });

  it('returns no group without agents', () => {
    expect(indistinguishableGroups([], () => false)).toEqual([]);
  });

  it('finds overlapping groups', () => {
    // A ring of four: each agent differs from its opposite only.
    const groups = indistinguishableGroups(['a', 'b', 'c', 'd'], differing('ac', 'bd'));
    expect(groups).toEqual([
      ['a', 'b'],
      ['a', 'd'],
      ['b', 'c'],
      ['c', 'd'],
    ]);
  });
});
