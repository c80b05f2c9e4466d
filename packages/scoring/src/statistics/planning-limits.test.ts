import { describe, expect, it } from 'vitest';
import { detectableDifference, powerOf } from './planning.ts';

const spread = { between: 1, within: 0 };

describe('powerOf', () => {
  it('is one half if the difference equals the threshold of the test', () => {
    // Quantile 0.975 of Student's t with 9 degrees of freedom, and standard error 1 / sqrt(10).
    expect(powerOf(2.2621571628 / Math.sqrt(10), 10, 1, spread)).toBeCloseTo(0.5, 8);
    // Quantile 0.995 of the normal distribution, and standard error 1 / 1,000.
    const corrected = { ...spread, comparisons: 5 };
    expect(powerOf(2.5758293035489e-3, 1_000_000, 1, corrected)).toBeCloseTo(0.5, 8);
  });
});

describe('detectableDifference', () => {
  it('names what is invalid', () => {
    const deviation = new RangeError('a standard deviation must be 0 or more');
    expect(() => detectableDifference(9, 1, { between: -1, within: 0 })).toThrow(deviation);
    expect(() => detectableDifference(9, 1, { between: 0, within: -1 })).toThrow(deviation);
    const probability = new RangeError('alpha and power must be between 0 and 1');
    for (const wrong of [{ alpha: 0 }, { alpha: 1 }, { power: 0 }, { power: 1 }]) {
      expect(() => detectableDifference(9, 1, { ...spread, ...wrong })).toThrow(probability);
    }
    for (const count of [0, 1.5]) {
      const message = new RangeError(`invalid count: ${count}`);
      expect(() => detectableDifference(count, 1, spread)).toThrow(message);
    }
  });
});
