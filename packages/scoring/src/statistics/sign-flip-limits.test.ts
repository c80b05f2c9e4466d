import { describe, expect, it } from 'vitest';
import { signFlipFamily, signFlipTest } from './sign-flip-test.ts';

const sampled = (samples: number) => ({ method: 'sampled', samples }) as const;

describe('the sampled sign-flip test', () => {
  it('accepts a single sample', () => {
    // Either sign of one difference is as far from 0 as the difference.
    expect(signFlipTest([3], sampled(1))).toEqual({ p: 1, method: 'sampled' });
  });

  it('gives p = 1 if nothing differs', () => {
    expect(signFlipTest([0, 0, 0], sampled(9)).p).toBe(1);
    expect(signFlipTest([], sampled(9)).p).toBe(1);
    expect(signFlipFamily([[], []], [[0, 1]], sampled(9))).toEqual([{ p: 1, method: 'sampled' }]);
  });

  it('draws as many samples as required, in one block or in several', () => {
    for (const samples of [1023, 1024, 1025, 2048]) {
      expect(signFlipTest([3], sampled(samples)).p).toBe(1);
    }
  });
});

describe('signFlipFamily', () => {
  it('gives no results without pairs', () => {
    expect(signFlipFamily([[1, 2]], [], sampled(9))).toEqual([]);
    expect(signFlipFamily([], [], sampled(9))).toEqual([]);
    expect(signFlipFamily([], [])).toEqual([]);
  });

  it('names a pair whose first or second column is missing', () => {
    for (const [first, second] of [
      [5, 0],
      [0, 5],
      [-1, 5],
    ] as const) {
      const message = `no such pair of columns: ${first} and ${second}`;
      expect(() => signFlipFamily([[1, 2]], [[first, second]])).toThrow(new RangeError(message));
    }
  });
});
