/**
 * What every way of finding the tail probability of a sign-flip test starts from: the sizes of the
 * differences that are not 0, and how far out the sum that was seen is.
 */
export interface SignFlipProblem {
  /** Absolute differences, none 0, ascending. */
  readonly sizes: Float64Array;
  /** The sum of all sizes: no pattern of signs has a larger sum. */
  readonly largest: number;
  /** The absolute sum that was seen. */
  readonly observed: number;
  /** Sums that differ by no more than this are equal but for rounding. */
  readonly tolerance: number;
}

/** Sums are compared with this precision, relative to the sum of all sizes. */
export const RELATIVE_TOLERANCE = 1e-12;

/** @throws RangeError for a difference that is not a finite number */
export function signFlipProblem(differences: readonly number[]): SignFlipProblem {
  const wrong = differences.find((difference) => !Number.isFinite(difference));
  if (wrong !== undefined) throw new RangeError(`${wrong} is not a finite difference`);
  const sizes = Float64Array.from(
    differences.filter((difference) => difference !== 0),
    Math.abs,
  );
  sizes.sort();
  const largest = sizes.reduce((sum, size) => sum + size, 0);
  if (!Number.isFinite(largest)) throw new RangeError('the differences are too large to be summed');
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  return { sizes, largest, observed, tolerance: largest * RELATIVE_TOLERANCE };
}
