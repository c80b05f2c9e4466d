import type { ResampleUnit } from './resample-unit.ts';

/** Totals and sizes of units in arrays: a difference of many units then makes no object a unit. */
export interface UnitSums {
  readonly totals: Float64Array;
  readonly sizes: Float64Array;
}

const known = new WeakMap<readonly ResampleUnit[], UnitSums>();

/** The sums of units, made once for each list of them. */
export function sumsOf(units: readonly ResampleUnit[]): UnitSums {
  let sums = known.get(units);
  if (sums === undefined) {
    const totals = Float64Array.from(units, ({ total }) => total);
    const sizes = Float64Array.from(units, ({ size }) => size);
    known.set(units, (sums = { totals, sizes }));
  }
  return sums;
}

/** The differences of two columns over the same units, first minus second. */
export function differenceOf(
  first: readonly ResampleUnit[],
  second: readonly ResampleUnit[],
): UnitSums {
  const { totals: left, sizes } = sumsOf(first);
  const { totals: right } = sumsOf(second);
  return { totals: left.map((total, index) => total - (right[index] ?? Number.NaN)), sizes };
}

/** The mean over all instances of the units. */
export function meanOfSums({ totals, sizes }: UnitSums): number {
  return sumOf(totals) / sumOf(sizes);
}

/** The means that leave one unit out each. */
export function meansWithout({ totals, sizes }: UnitSums): readonly number[] {
  const [total, size] = [sumOf(totals), sumOf(sizes)];
  return Array.from(totals, (own, index) => (total - own) / (size - (sizes[index] as number)));
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
