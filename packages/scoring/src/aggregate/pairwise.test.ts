import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { minimumDetectableEffect } from '../statistics/minimum-detectable-effect.ts';
import { signFlipTest } from '../statistics/sign-flip-test.ts';
import { tInterval } from '../statistics/t-interval.ts';
import type { Columns } from './columns.ts';
import { indistinguishableGroups } from './indistinguishable-groups.ts';
import { comparePairs, describeDifferences } from './pairwise.ts';

const instances = Array.from({ length: 8 }, (_, index) => `i${index}`);
const weak = [0, 0.1, 0, 0.2, 0.1, 0, 0.3, 0.1];
const strong = [0.9, 0.8, 1, 0.7, 0.9, 1, 0.3, 0.8];
const middle = [0.5, 0.8, 0.4, 0.7, 0.2, 0.9, 0.3, 0.6];

function columns(byAgent: Record<string, number[]>): Columns {
  return {
    metric: 'alignment',
    instances,
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
    const compared = comparePairs(settings, { seed: 3 });
    expect(compared.map(({ mode, first, second }) => [mode, first, second])).toEqual([
      ['direct', 'strong', 'middle'],
      ['direct', 'strong', 'weak'],
      ['direct', 'middle', 'weak'],
      ['plan', 'strong', 'weak'],
    ]);
    const ps = compared.map(({ p }) => p);
    const differences = strong.map((value, index) => value - (weak[index] ?? 0));
    expect(ps[1]).toBe(signFlipTest(differences, { seed: 3 }).p);
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

  it('hands the options on', () => {
    const [, sampled] = comparePairs(settings, { seed: 3, samples: 60 });
    expect(sampled?.method).toBe('sampled');
    expect((sampled?.p ?? 0) * 61).toBeCloseTo(Math.round((sampled?.p ?? 0) * 61), 9);
  });

  it('has nothing to say of one agent alone', () => {
    const alone = { track: 'open', mode: 'direct', columns: columns({ strong }) };
    expect(comparePairs([alone], { seed: 1 })).toEqual([]);
  });
});

describe('describeDifferences', () => {
  it('describes first minus second', () => {
    const described = describeDifferences([1, 0.5, 0.25, 0], [0, 0.75, 0.25, 0]);
    const differences = [1, -0.25, 0, 0];
    expect(described).toMatchObject({ n: 4, difference: 0.1875, wins: 1, losses: 1, ties: 2 });
    expect(described.interval).toEqual(tInterval(differences));
    expect(described.minimumDetectable).toBe(minimumDetectableEffect(differences));
    expect(described.effect).toBeCloseTo(0.1875 / Math.sqrt(0.92188 / 3), 4);
  });

  it('has no effect size without a spread', () => {
    expect(describeDifferences([1, 1], [0, 0]).effect).toBeNull();
    expect(describeDifferences([1], [0]).effect).toBeNull();
    expect(describeDifferences([], [])).toMatchObject({ n: 0, difference: 0, effect: null });
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

  it('knows no group of nobody', () => {
    expect(indistinguishableGroups([], () => false)).toEqual([]);
  });

  it('finds groups that overlap in many ways', () => {
    // a ring of four: each differs from its opposite only
    const groups = indistinguishableGroups(['a', 'b', 'c', 'd'], differing('ac', 'bd'));
    expect(groups).toEqual([
      ['a', 'b'],
      ['a', 'd'],
      ['b', 'c'],
      ['c', 'd'],
    ]);
  });
});
