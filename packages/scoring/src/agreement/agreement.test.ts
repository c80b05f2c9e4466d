import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors } from '../vectors.testkit.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { judgeAccuracy } from './judge-accuracy.ts';
import { alphaInterval, krippendorffAlpha, type Unit } from './krippendorff-alpha.ts';

describe('cohenKappa', () => {
  it.each(vectors.cohen_kappa)('equals the definition', ({ cases, kappa }) => {
    expect(cohenKappa(cases)).toBeCloseTo(kappa, 12);
  });

  it('is 1 for full agreement, and null if both raters give the same single label', () => {
    expect(
      cohenKappa([
        [1, 1],
        [2, 2],
      ]),
    ).toBe(1);
    expect(cohenKappa([[1, 1]])).toBeNull();
    expect(cohenKappa([])).toBeNull();
  });
});

/** Transposes the published rows per rater to rows per unit. */
function unitsOf(matrix: readonly Unit[]): Unit[] {
  return (matrix[0] ?? []).map((_, unit) => matrix.map((rater) => rater[unit] ?? null));
}

// Krippendorff (2011), page 8, and a subset of four units that can be verified by hand.
const PAGE_8 = unitsOf([
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
]);

// Krippendorff (2011), an example of 15 units.
const THREE_CODERS = unitsOf([
  [null, null, null, null, null, 3, 4, 1, 2, 1, 1, 3, 3, null, 3],
  [1, null, 2, 1, 3, 3, 4, 3, null, null, null, null, null, null, null],
  [null, null, 2, 1, 3, 4, 4, null, 2, 1, 1, 3, 3, null, 4],
]);

describe('krippendorffAlpha', () => {
  it.each([
    ['nominal', 0.743421],
    ['ordinal', 0.815388],
    ['interval', 0.849107],
    ['ratio', 0.797],
  ] as const)('equals the published %s value', (level, wanted) => {
    expect(krippendorffAlpha(PAGE_8, level)).toBeCloseTo(wanted, level === 'ratio' ? 3 : 6);
  });

  it.each([
    ['nominal', 0.691358],
    ['ordinal', 0.806721],
    ['interval', 0.810845],
  ] as const)(
    'equals the %s value of three coders, each of whom leaves units out',
    (level, wanted) => {
      expect(krippendorffAlpha(THREE_CODERS, level)).toBeCloseTo(wanted, 6);
    },
  );

  it('is 1 for full agreement, and null if no values can disagree', () => {
    expect(
      krippendorffAlpha(
        [
          [1, 1],
          [2, 2, null],
        ],
        'interval',
      ),
    ).toBe(1);
    expect(
      krippendorffAlpha(
        [
          [1, 1],
          [1, 1],
        ],
        'nominal',
      ),
    ).toBeNull();
    expect(krippendorffAlpha([[1, null], [2]], 'nominal')).toBeNull();
    expect(
      krippendorffAlpha(
        [
          [0, 0],
          [0, 1],
        ],
        'ratio',
      ),
    ).toBeCloseTo(0, 12);
  });
});

describe('the ordinal level', () => {
  // Two values are 1, one is 2, and three are 3, so the middle ranks are 1, 2.5 and 4.5. The only
  // disagreement is between 2 and 3, at distance 4. All ordered pairs of values are at distance
  // 2 * (2 * 2.25 + 3 * 4 + 6 * 12.25) = 180, so alpha is 1 - 5 * 2 * 4 / 180.
  const units = [
    [1, 1],
    [2, 3],
    [3, 3],
  ];

  it('ranks values by size, not by order of appearance', () => {
    expect(krippendorffAlpha(units, 'ordinal')).toBeCloseTo(7 / 9, 12);
    expect(krippendorffAlpha(units.toReversed(), 'ordinal')).toBeCloseTo(7 / 9, 12);
  });

  it('does not depend on the order of units and raters', () => {
    const shuffled = fc.shuffledSubarray(units, { minLength: units.length });
    fc.assert(
      fc.property(shuffled, fc.boolean(), (order, swap) => {
        const swapped = order.map((unit) => (swap ? unit.toReversed() : unit));
        expect(krippendorffAlpha(swapped, 'ordinal')).toBeCloseTo(7 / 9, 12);
      }),
    );
  });
});

describe('alphaInterval', () => {
  it('accepts two draws', () => {
    // Every draw has two values of 1 and two of 2, and both units disagree. Alpha is 1 - 3 * 4 / 8.
    const units = [
      [1, 2],
      [1, 2],
    ];
    expect(alphaInterval(units, 'nominal', { seed: 1, samples: 2 })).toEqual({
      low: -0.5,
      high: -0.5,
    });
  });

  it('contains alpha, is narrower for less confidence, and depends on the seed', () => {
    const wide = alphaInterval(PAGE_8, 'nominal', { seed: 1, samples: 500 });
    const narrow = alphaInterval(PAGE_8, 'nominal', { seed: 1, samples: 500, confidence: 0.5 });
    expect(wide?.low).toBeLessThan(narrow?.low ?? 0);
    expect(narrow?.low).toBeLessThan(0.743421);
    expect(narrow?.high).toBeGreaterThan(0.743421);
    expect(wide?.high).toBeGreaterThan(narrow?.high ?? 1);
    expect(alphaInterval(PAGE_8, 'nominal', { seed: 2, samples: 500 })).not.toEqual(wide);
  });

  it('ignores draws without an alpha, and is null without an alpha', () => {
    // Half of the draws of these two units contain one unit twice, so no values can disagree.
    const interval = alphaInterval(
      [
        [1, 1],
        [2, 2],
      ],
      'nominal',
      { seed: 1, samples: 40 },
    );
    expect(interval).toEqual({ low: 1, high: 1 });
    expect(alphaInterval([[1, 1]], 'nominal', { seed: 1, samples: 40 })).toBeNull();
    expect(
      alphaInterval(
        [
          [1, 1],
          [2, 2],
        ],
        'nominal',
        { seed: 1, samples: 1 },
      ),
    ).toBeNull();
  });
});

describe('judgeAccuracy', () => {
  const cases = [
    { instance: 'a', observed: { p1: 0.5, p6: 0.2 }, picked: 'p1' },
    { instance: 'b', observed: { p1: 0.5, p6: 0.7 }, picked: 'p1' },
    { instance: 'c', observed: { p1: 0.5, p6: 0.5 }, picked: 'p1' },
    { instance: 'd', observed: { p1: 0.5, p6: 0.7 }, picked: 'p3' },
    { instance: 'e', observed: { p1: 0.1, p6: 0.7 }, picked: 'p6' },
  ];

  it('counts right picks among cases without a tie', () => {
    const result = judgeAccuracy(cases);
    expect(result).toMatchObject({ right: 2, wrong: 1, ties: 1, unobserved: 1 });
    expect(result.accuracy).toBeCloseTo(2 / 3, 12);
    expect(result.strict).toBe(0.5);
    expect(result.interval?.low).toBeCloseTo(0.2077, 3);
    expect(result.strictInterval?.low).toBeCloseTo(0.15, 2);
  });

  it('is null if all cases are ties', () => {
    expect(judgeAccuracy([cases[2] ?? { instance: '', observed: {}, picked: '' }])).toMatchObject({
      accuracy: null,
      interval: null,
      strict: null,
      strictInterval: null,
      ties: 1,
    });
  });
});
