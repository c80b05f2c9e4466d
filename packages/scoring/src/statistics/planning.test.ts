import { describe, expect, it } from 'vitest';
import { minimumDetectableEffect } from './minimum-detectable-effect.ts';
import { detectableDifference, instancesNeeded, powerOf } from './planning.ts';

const spread = { between: 0.4, within: 0.2 };

describe('detectableDifference', () => {
  it('equals the minimum detectable effect for differences with that spread', () => {
    const differences = [0.5, -0.3, 0.1, 0.7, -0.2];
    const average = differences.reduce((sum, value) => sum + value, 0) / 5;
    const between = Math.sqrt(
      differences.reduce((sum, value) => sum + (value - average) ** 2, 0) / 4,
    );
    expect(detectableDifference(5, 1, { between, within: 0 })).toBeCloseTo(
      minimumDetectableEffect(differences) ?? Number.NaN,
      12,
    );
  });

  it('decreases with instances and repeats, and increases with comparisons and power', () => {
    const base = detectableDifference(100, 1, spread);
    expect(detectableDifference(101, 1, spread)).toBeLessThan(base);
    expect(detectableDifference(100, 2, spread)).toBeLessThan(base);
    expect(detectableDifference(100, 1, { ...spread, comparisons: 10 })).toBeGreaterThan(base);
    expect(detectableDifference(100, 1, { ...spread, power: 0.9 })).toBeGreaterThan(base);
    expect(detectableDifference(100, 1, { ...spread, alpha: 0.01 })).toBe(
      detectableDifference(100, 1, { ...spread, comparisons: 5 }),
    );
    expect(detectableDifference(1, 1, spread)).toBe(Number.POSITIVE_INFINITY);
    // Attempts contribute on both sides.
    expect(detectableDifference(100, 4, { between: 0, within: 1 })).toBeCloseTo(
      detectableDifference(100, 1, { between: Math.SQRT1_2, within: 0 }),
      12,
    );
  });

  it.each([
    [0, 1, spread],
    [1.5, 1, spread],
    [10, 0, spread],
    [10, 1, { ...spread, comparisons: 0 }],
    [10, 1, { ...spread, between: -1 }],
    [10, 1, { ...spread, within: Number.NaN }],
    [10, 1, { ...spread, alpha: 0 }],
    [10, 1, { ...spread, power: 1 }],
  ])('refuses %d instances, %d repeats, %o', (instances, repeats, input) => {
    expect(() => detectableDifference(instances, repeats, input)).toThrow(RangeError);
  });
});

describe('instancesNeeded', () => {
  it.each([0.02, 0.05, 0.2, 1])('returns the smallest number that detects %d', (difference) => {
    for (const repeats of [1, 3]) {
      const needed = instancesNeeded(difference, repeats, { ...spread, comparisons: 15 });
      if (needed === null) throw new Error('so large a difference can be found');
      const of = (count: number) =>
        detectableDifference(count, repeats, { ...spread, comparisons: 15 });
      expect(of(needed)).toBeLessThanOrEqual(difference);
      expect(of(needed - 1)).toBeGreaterThan(difference);
    }
  });

  it('gives up beyond ten million, and rejects invalid differences', () => {
    expect(instancesNeeded(1e-7, 1, spread)).toBeNull();
    for (const none of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => instancesNeeded(none, 1, spread)).toThrow('the difference must be above 0');
    }
  });
});

describe('powerOf', () => {
  it('is about the given power at the detectable difference, and one half at the threshold', () => {
    const detectable = detectableDifference(400, 2, spread);
    expect(powerOf(detectable, 400, 2, spread)).toBeCloseTo(0.8, 2);
    expect(powerOf(-detectable, 400, 2, spread)).toBe(powerOf(detectable, 400, 2, spread));
    expect(powerOf(0, 400, 2, spread)).toBeCloseTo(0.025, 2);
    expect(powerOf(1, 1, 1, spread)).toBe(0);
    expect(powerOf(0.1, 10, 1, { between: 0, within: 0 })).toBe(1);
    expect(powerOf(0, 10, 1, { between: 0, within: 0 })).toBe(0);
  });
});
