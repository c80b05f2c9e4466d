import { bootstrapDistribution, type BootstrapOptions } from '../statistics/bootstrap.ts';
import { quantileOfSorted } from '../statistics/describe.ts';
import { CONFIDENCE, tailOf, type Interval } from '../statistics/interval.ts';
import { DISTANCES, type AlphaLevel, type ValueCounts } from './distance.ts';

/** The values that raters gave to one unit, in any order. Null stands for a missing value. */
export type Unit = readonly (number | null)[];

/**
 * Krippendorff's alpha for any number of raters, with missing values. 1 is full agreement, 0 is chance.
 * Source: Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).
 * @param units the values of each unit
 * @param level the level of measurement
 * @returns null if no unit has two values, and if all values are equal
 */
export function krippendorffAlpha(units: readonly Unit[], level: AlphaLevel): number | null {
  const pairable = units
    .map((unit) => unit.filter((value) => value !== null))
    .filter((values) => values.length > 1);
  const counts = countValues(pairable.flat());
  const distance = DISTANCES[level](counts);
  const observed = pairable.reduce(
    (sum, values) => sum + pairDistances(countValues(values), distance) / (values.length - 1),
    0,
  );
  const expected = pairDistances(counts, distance);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return expected === 0 ? null : 1 - ((total - 1) * observed) / expected;
}

/**
 * Percentile bootstrap interval of alpha over units drawn with replacement.
 * @param options seed, number of samples (10,000 by default), confidence (0.95 by default)
 * @returns null if alpha is undefined for the units or for all but one of the draws
 * @throws RangeError if an option is out of range
 */
export function alphaInterval(
  units: readonly Unit[],
  level: AlphaLevel,
  options: BootstrapOptions,
): Interval | null {
  const tail = tailOf(options.confidence ?? CONFIDENCE);
  if (krippendorffAlpha(units, level) === null) return null;
  const drawn = bootstrapDistribution(
    units,
    (sample) => krippendorffAlpha(sample, level) ?? Number.NaN,
    options,
  );
  // Alpha is undefined for a draw in which all values are equal.
  const defined = drawn.filter((alpha) => !Number.isNaN(alpha));
  if (defined.length < 2) return null;
  return { low: quantileOfSorted(defined, tail), high: quantileOfSorted(defined, 1 - tail) };
}

function countValues(values: readonly number[]): ValueCounts {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Sum of distances over all ordered pairs of values. */
function pairDistances(
  counts: ValueCounts,
  distance: (left: number, right: number) => number,
): number {
  let sum = 0;
  for (const [left, times] of counts) {
    for (const [right, otherTimes] of counts) sum += times * otherTimes * distance(left, right);
  }
  return sum;
}
