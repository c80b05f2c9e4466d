/**
 * Arithmetic mean.
 * @throws RangeError for an empty array
 */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('the mean of no values is undefined');
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (n - 1). Null for fewer than two values. */
export function sampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Standard error of the mean, sd / sqrt(n). Null for fewer than two values. */
export function standardError(values: readonly number[]): number | null {
  const deviation = sampleDeviation(values);
  return deviation === null ? null : deviation / Math.sqrt(values.length);
}

/**
 * Quantile of sorted values with linear interpolation, like numpy's default method.
 * @param sorted values in ascending order
 * @param share in 0..1
 * @throws RangeError for an empty array
 */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined)
    throw new RangeError('the quantile of no values is undefined');
  return low + (high - low) * (at - Math.floor(at));
}

/** Smallest value, without the argument limit of `Math.min`. Infinity for an empty array. */
export function least(values: readonly number[]): number {
  return values.reduce((found, value) => Math.min(found, value), Number.POSITIVE_INFINITY);
}

/** Largest value, without the argument limit of `Math.max`. Minus infinity for an empty array. */
export function largest(values: readonly number[]): number {
  return values.reduce((found, value) => Math.max(found, value), Number.NEGATIVE_INFINITY);
}
