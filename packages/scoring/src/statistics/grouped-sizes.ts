/** Absolute differences with their multiplicities. */
export interface GroupedSizes {
  /** Distinct sizes in ascending order. */
  readonly sizes: Float64Array;
  /** Number of differences that have the size at the same index. */
  readonly counts: Float64Array;
}

/** Relative rounding error of the subtraction that produced the differences. */
const ROUNDING = 1e-14;

/**
 * Groups equal sizes. Differences of rule shares have few distinct sizes even for many instances.
 * @param sorted sizes in ascending order
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
