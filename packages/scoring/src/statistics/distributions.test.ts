import { describe, expect, it } from 'vitest';
import { vectors, within } from '../vectors.testkit.ts';
import { bisect } from './bisect.ts';
import { logGamma } from './gamma.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { studentCdf, studentQuantile } from './student-t.ts';

describe('normalCdf', () => {
  it.each(vectors.normal)('equals scipy at $z', ({ z, p }) => {
    expect(normalCdf(z)).toSatisfy((value: number) => within(value, p));
  });

  it.each(vectors.normal.filter(({ p }) => p < 0.5))('keeps the precision of $p', ({ z, p }) => {
    expect(normalCdf(z) / p).toBeCloseTo(1, 9);
  });

  it('is 0 and 1 far out', () => {
    expect(normalCdf(-39)).toBe(0);
    expect(normalCdf(39)).toBe(1);
    expect(normalCdf(-38.4)).toBeGreaterThan(0);
  });
});

describe('normalQuantile', () => {
  it.each(vectors.normal_quantile)('equals scipy at $p', ({ p, z }) => {
    expect(normalQuantile(p)).toSatisfy((value: number) => within(value, z));
  });

  it('is infinite at the ends and 0 in the middle', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    expect(normalQuantile(0.5)).toBe(0);
  });

  it.each([-0.1, 1.1, Number.NaN])('rejects %s', (p) => {
    expect(() => normalQuantile(p)).toThrow(`invalid probability: ${p}`);
  });
});

describe('studentCdf', () => {
  it.each(vectors.student)('equals scipy at $t, $freedom', ({ t, freedom, p }) => {
    expect(studentCdf(t, freedom)).toSatisfy((value: number) => within(value, p));
  });
});

describe('studentQuantile', () => {
  it.each(vectors.student_quantile)('equals scipy at $p, $freedom', ({ p, freedom, t }) => {
    expect(studentQuantile(p, freedom)).toSatisfy((value: number) => within(value, t));
  });

  it('is exactly 0 in the middle', () => {
    expect(studentQuantile(0.5, 7)).toBe(0);
  });

  it.each([0, 1, -1, Number.NaN])('rejects %s', (p) => {
    expect(() => studentQuantile(p, 3)).toThrow(`probability must be between 0 and 1, not ${p}`);
  });
});

describe('logGamma', () => {
  it.each([
    [0.5, Math.log(Math.sqrt(Math.PI))],
    [1, 0],
    [5, Math.log(24)],
    [11, Math.log(3628800)],
  ])('of %d', (x, wanted) => {
    expect(logGamma(x)).toBeCloseTo(wanted, 12);
  });
});

describe('bisect', () => {
  it('finds a root to the last bit', () => {
    expect(bisect((x) => x * x, 2, 0, 2)).toBeCloseTo(Math.SQRT2, 15);
  });
});
