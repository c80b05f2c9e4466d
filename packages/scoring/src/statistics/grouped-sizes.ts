/** Sizes of differences, equal ones together. */
export interface GroupedSizes {
  /** Ascending, each once. */
  readonly sizes: Float64Array;
  /** How many differences have the size at the same index. */
  readonly counts: Float64Array;
}

/** Equal but for the rounding of the subtraction that gave them. */
const ROUNDING = 1e-14;

/**
 * Groups equal sizes. Shares of rules have few different differences, however many instances there are.
 * @param sorted ascending
 */
export function groupSizes(sorted: Float64Array): GroupedSizes {
  const sizes = new Float64Array(sorted.length);
  const counts = new Float64Array(sorted.length);
  let groups = 0;
  for (const size of sorted) {
    const last = groups === 0 ? undefined : sizes[groups - 1];
    if (last === undefined || size - last > size * ROUNDING) {
      sizes[groups] = size;
      groups += 1;
    }
    counts[groups - 1] = (counts[groups - 1] as number) + 1;
  }
  return { sizes: sizes.subarray(0, groups), counts: counts.subarray(0, groups) };
}
