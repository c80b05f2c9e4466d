import { quantileOfSorted } from './describe.ts';
import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { RELATIVE_TOLERANCE } from './sign-flip-problem.ts';
import { randomBelow, randomWords } from './random-words.ts';

export interface BootstrapOptions {
  readonly seed: number;
  /** How many samples are drawn; 10,000 when absent. */
  readonly samples?: number;
  readonly confidence?: number;
}

export type Statistic = (values: readonly number[]) => number;

/**
 * Efron's bias-corrected and accelerated bootstrap interval of a statistic. Null where it is
 * undefined: fewer than two values, or a statistic that no resample changes.
 */
export function bcaInterval(
  values: readonly number[],
  statistic: Statistic,
  options: BootstrapOptions,
): Interval | null {
  if (values.length < 2) return null;
  return bcaFromDistribution(
    values,
    statistic,
    bootstrapDistribution(values, statistic, options),
    options.confidence,
  );
}

/** The statistic over samples drawn with replacement, sorted. The items may be values or units. */
export function bootstrapDistribution<Item>(
  items: readonly Item[],
  statistic: (sample: readonly Item[]) => number,
  options: BootstrapOptions,
): Float64Array {
  const words = randomWords(options.seed);
  const sample = [...items];
  const distribution = new Float64Array(sampleCount(options.samples));
  for (let draw = 0; draw < distribution.length; draw += 1) {
    for (let index = 0; index < sample.length; index += 1) {
      sample[index] = items[randomBelow(words, items.length)] as Item;
    }
    distribution[draw] = statistic(sample);
  }
  return distribution.sort();
}

/** @throws RangeError for samples that are not a count of 1 or more */
export function sampleCount(samples = 10_000): number {
  if (!Number.isSafeInteger(samples) || samples < 1) {
    throw new RangeError(`${samples} is not a number of samples`);
  }
  return samples;
}

/** The BCa interval from a bootstrap distribution that is there already, sorted. */
export function bcaFromDistribution(
  values: readonly number[],
  statistic: Statistic,
  sorted: Float64Array,
  confidence: number = CONFIDENCE,
): Interval | null {
  const without = values.map((_, left) => statistic(values.filter((_one, at) => at !== left)));
  return bcaEnds(sorted, statistic(values), without, confidence);
}

/**
 * The ends of a BCa interval.
 * @param sorted the statistic over the resamples, ascending
 * @param seen the statistic of what was observed
 * @param without the statistic with one unit left out at a time
 * @returns null where no resample moves the statistic, or leaving out a unit does not
 */
export function bcaEnds(
  sorted: Float64Array,
  seen: number,
  without: readonly number[],
  confidence: number = CONFIDENCE,
): Interval | null {
  const tail = tailOf(confidence);
  const bias = normalQuantile(shareBelow(sorted, seen));
  const acceleration = accelerationOf(without);
  if (!Number.isFinite(bias) || !Number.isFinite(acceleration)) return null;
  const adjusted = (z: number): number =>
    quantileOfSorted(sorted, normalCdf(bias + (bias + z) / (1 - acceleration * (bias + z))));
  const z = normalQuantile(tail);
  return { low: adjusted(z), high: adjusted(-z) };
}

/**
 * Share of a sorted distribution below a value; what equals it but for rounding counts half. Sums of
 * the same numbers in another order differ in their last digits.
 */
export function shareBelow(sorted: Float64Array, value: number): number {
  const scale = Math.max(Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0), Math.abs(value));
  const tolerance = scale * RELATIVE_TOLERANCE;
  const twice = sorted.reduce(
    (sum, one) => sum + (Math.abs(one - value) <= tolerance ? 1 : one < value ? 2 : 0),
    0,
  );
  return twice / (2 * sorted.length);
}

/** A sixth of the skewness of the statistic over the samples that leave one value out. */
function accelerationOf(without: readonly number[]): number {
  const centre = without.reduce((sum, value) => sum + value, 0) / without.length;
  const power = (exponent: number): number =>
    without.reduce((sum, value) => sum + (centre - value) ** exponent, 0);
  return power(3) / (6 * power(2) ** 1.5);
}
