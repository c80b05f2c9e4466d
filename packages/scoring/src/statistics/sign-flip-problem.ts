/**
 * The input of all methods for the tail probability of a sign-flip test: the sizes of the non-zero
 * differences and the observed sum.
 */
export interface SignFlipProblem {
  /** Non-zero absolute differences in ascending order. */
  readonly sizes: Float64Array;
  /** The sum of all sizes, which is the largest sum of any sign pattern. */
  readonly largest: number;
  /** The absolute value of the observed sum. */
  readonly observed: number;
  /** Sums that differ by at most this are equal up to rounding. */
  readonly tolerance: number;
}

/** Tolerance for comparing sums, relative to the sum of all sizes. */
export const RELATIVE_TOLERANCE = 1e-12;

/**
 * Creates the problem for paired differences.
 * @throws RangeError if a difference or the sum of all sizes is not finite
 */
export function signFlipProblem(differences: readonly number[]): SignFlipProblem {
  const invalid = differences.find((difference) => !Number.isFinite(difference));
  if (invalid !== undefined) throw new RangeError(`differences must be finite, not ${invalid}`);
  const sizes = Float64Array.from(
    differences.filter((difference) => difference !== 0),
    Math.abs,
  );
  sizes.sort();
  const largest = sizes.reduce((sum, size) => sum + size, 0);
  if (!Number.isFinite(largest)) throw new RangeError('the sum of the differences overflows');
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  return { sizes, largest, observed, tolerance: largest * RELATIVE_TOLERANCE };
}
