import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f1, metricsOf, solved } from './metrics.ts';
import { gradedFollowing } from './graded-following.ts';

const three = (additive: number | null, reductive: number | null, total: number | null) => ({
  additive,
  reductive,
  total,
});

describe('metricsOf', () => {
  const base = { pass: 1 as const, ifr: three(0.5, 1, 0.75), alignment: three(0.5, 1, 0.75) };

  it('returns all metrics in one flat record', () => {
    const strict = { ifr_strict: three(0, 1, 0.5), alignment_strict: three(0, 0.5, 0.25) };
    const precision = three(0.2, null, 0.25);
    expect(metricsOf({ ...base, ...strict, precision, graded_ifr: 0.9 })).toEqual({
      pass: 1,
      ifr: 0.75,
      ifr_additive: 0.5,
      ifr_reductive: 1,
      alignment: 0.75,
      alignment_additive: 0.5,
      alignment_reductive: 1,
      precision: 0.25,
      precision_additive: 0.2,
      precision_reductive: null,
      graded_ifr: 0.9,
      ifr_strict: 0.5,
      alignment_strict: 0.25,
      solved: 0,
      f1: 0.375,
    });
  });

  it('includes the strict pass and the ranking of a checked result', () => {
    const checked = { ...base, pass_strict: 0 as const, integrity: { ranked: true } };
    expect(metricsOf(checked)).toMatchObject({ pass_strict: 0, ranked: 1 });
    expect(metricsOf({ ...base, integrity: { ranked: false } })).toMatchObject({ ranked: 0 });
    expect(Object.keys(metricsOf(base))).not.toContain('ranked');
    expect(Object.keys(metricsOf(base))).not.toContain('pass_strict');
  });

  it('omits metrics that were not measured', () => {
    const figures = metricsOf(base);
    expect(Object.keys(figures)).not.toContain('precision');
    expect(Object.keys(figures)).not.toContain('f1');
    expect(Object.keys(figures)).not.toContain('graded_ifr');
    const unknown = three(null, null, null);
    const old = metricsOf({ ...base, ifr_strict: unknown, alignment_strict: unknown });
    expect(Object.keys(old)).not.toContain('ifr_strict');
    expect(Object.keys(old)).not.toContain('alignment_strict');
  });
});

describe('solved', () => {
  it.each([
    [1, 1, 1],
    [1, 0.99, 0],
    [0, 1, 0],
    [null, 1, null],
    [1, null, null],
  ])('of Pass %s and IFR %s is %s', (pass, ifr, wanted) => {
    expect(solved(pass, ifr)).toBe(wanted);
  });
});

describe('f1', () => {
  it('is the harmonic mean if tests pass, otherwise 0', () => {
    expect(f1(1, 0.5, 0.25)).toBeCloseTo(1 / 3, 12);
    expect(f1(0, 0.5, 0.25)).toBe(0);
    expect(f1(1, 0, 0)).toBe(0);
    for (const [pass, ifr, precision] of [
      [null, 1, 1],
      [1, null, 1],
      [1, 1, null],
    ] as const) {
      expect(f1(pass, ifr, precision)).toBeNull();
    }
  });

  it('lies between IFR and precision', () => {
    const ratio = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(ratio, ratio, (ifr, precision) => {
        const value = f1(1, ifr, precision) ?? -1;
        expect(value).toBeGreaterThanOrEqual(Math.min(ifr, precision) - 1e-12);
        expect(value).toBeLessThanOrEqual(Math.max(ifr, precision) + 1e-12);
      }),
    );
  });
});

describe('gradedFollowing', () => {
  it('is the mean share of matches that agree with golden', () => {
    expect(
      gradedFollowing([
        { side: 'additive', patched: 3, reference: 4 },
        { side: 'additive', patched: 9, reference: 4 },
        { side: 'reductive', patched: 1, reference: 4 },
        { side: 'reductive', patched: 9, reference: 4 },
      ]),
    ).toBe((0.75 + 1 + 0.75 + 0) / 4);
    expect(gradedFollowing([])).toBeNull();
  });

  it('rejects a rule without reference matches', () => {
    const rule = { side: 'additive', patched: 0, reference: 0 } as const;
    expect(() => gradedFollowing([rule])).toThrow(
      'a rule with 0 reference matches cannot be graded',
    );
  });
});
