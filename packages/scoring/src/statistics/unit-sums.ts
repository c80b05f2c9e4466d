import type { ResampleUnit } from './resample-unit.ts';

/** Totals and sizes of units as arrays, which avoids allocating one object per unit. */
export interface UnitSums {
  readonly totals: Float64Array;
  readonly sizes: Float64Array;
}

const cache = new WeakMap<readonly ResampleUnit[], UnitSums>();

/** Returns the sums of units, cached per array of units. */
export function sumsOf(units: readonly ResampleUnit[]): UnitSums {
  let sums = cache.get(units);
  if (sums === undefined) {
    const totals = Float64Array.from(units, ({ total }) => total);
    const sizes = Float64Array.from(units, ({ size }) => size);
    cache.set(units, (sums = { totals, sizes }));
  }
  return sums;
}

/** Differences of two columns over the same units, first minus second. */
export function differenceOf(
  first: readonly ResampleUnit[],
  second: readonly ResampleUnit[],
): UnitSums {
  const { totals: left, sizes } = sumsOf(first);
  const { totals: right } = sumsOf(second);
  return { totals: left.map((total, index) => total - (right[index] ?? Number.NaN)), sizes };
}

/** Mean over all instances of the units. */
export function meanOfSums({ totals, sizes }: UnitSums): number {
  return sumOf(totals) / sumOf(sizes);
}

/** Jackknife means: each leaves out one unit. */
export function jackknifeMeans({ totals, sizes }: UnitSums): readonly number[] {
  const [total, size] = [sumOf(totals), sumOf(sizes)];
  return Array.from(totals, (own, index) => (total - own) / (size - (sizes[index] as number)));
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
