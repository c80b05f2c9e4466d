import { describe, expect, it } from 'vitest';
import { groupSizes } from './grouped-sizes.ts';

function groupsOf(sorted: readonly number[]): { sizes: number[]; counts: number[] } {
  const { sizes, counts } = groupSizes(Float64Array.from(sorted));
  return { sizes: [...sizes], counts: [...counts] };
}

describe('groupSizes', () => {
  it('counts equal sizes', () => {
    expect(groupsOf([1, 1, 2])).toEqual({ sizes: [1, 2], counts: [2, 1] });
    expect(groupsOf([0.5, 3, 3, 3, 7, 7])).toEqual({ sizes: [0.5, 3, 7], counts: [1, 3, 2] });
    expect(groupsOf([])).toEqual({ sizes: [], counts: [] });
  });

  it('groups sizes that differ by rounding only', () => {
    const nearly = 8 * (1 + 1e-15);
    expect(nearly).not.toBe(8);
    expect(groupsOf([8, nearly])).toEqual({ sizes: [8], counts: [2] });
    const different = 8 * (1 + 1e-12);
    expect(groupsOf([8, different])).toEqual({ sizes: [8, different], counts: [1, 1] });
  });
});
