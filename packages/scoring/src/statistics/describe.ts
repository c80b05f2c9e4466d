/** The arithmetic mean. @throws RangeError of nothing */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('nothing has no mean');
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation of a sample (n - 1); null for fewer than two values. */
export function sampleDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Standard error of the mean, sd / sqrt(n); null for fewer than two values. */
export function standardError(values: readonly number[]): number | null {
  const deviation = sampleDeviation(values);
  return deviation === null ? null : deviation / Math.sqrt(values.length);
}

/**
 * The value below which a share of the sorted values lies, between neighbours by straight line, as
 * numpy's default has it. `share` in 0..1.
 * @throws RangeError of nothing
 */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) throw new RangeError('nothing has no quantile');
  return low + (high - low) * (at - Math.floor(at));
}

/** The least of some values, however many; infinity of none. */
export function least(values: readonly number[]): number {
  return values.reduce((found, value) => Math.min(found, value), Number.POSITIVE_INFINITY);
}

/** The largest of some values, however many; minus infinity of none. */
export function largest(values: readonly number[]): number {
  return values.reduce((found, value) => Math.max(found, value), Number.NEGATIVE_INFINITY);
}
