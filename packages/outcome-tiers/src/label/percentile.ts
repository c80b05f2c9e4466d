import { quantileOfSorted } from '@refbench/scoring';

/** Interpolation methods for percentiles, named as in numpy. */
export const INTERPOLATIONS = ['linear', 'lower', 'higher', 'midpoint', 'nearest'] as const;
export type Interpolation = (typeof INTERPOLATIONS)[number];

/**
 * Returns the value below which a share of the sorted values lies.
 * @param share in 0..1
 * @throws RangeError if there are no values
 */
export function percentile(sorted: readonly number[], share: number, how: Interpolation): number {
  const linear = quantileOfSorted(sorted, share);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  switch (how) {
    case 'linear':
      return linear;
    case 'lower':
      return low;
    case 'higher':
      return high;
    case 'midpoint':
      return (low + high) / 2;
    case 'nearest':
      // Halfway, numpy chooses the even index.
      if (at % 1 === 0.5) return Math.floor(at) % 2 === 0 ? low : high;
      return at % 1 < 0.5 ? low : high;
  }
}
