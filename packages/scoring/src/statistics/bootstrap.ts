import { quantileOfSorted } from './describe.ts';
import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { RELATIVE_TOLERANCE } from './sign-flip-problem.ts';
import { randomBelow, randomWords } from './random-words.ts';

/** Options of the bootstrap. */
export interface BootstrapOptions {
  /** Seed of the random numbers, an integer in 0..2^32 - 1. */
  readonly seed: number;
  /** Number of samples to draw, 1 or more. Defaults to 10,000. */
  readonly samples?: number;
  /** Confidence level, between 0 and 1. Defaults to 0.95. */
  readonly confidence?: number;
}

/** A function of a sample. */
export type Statistic = (values: readonly number[]) => number;

/**
 * Bias-corrected and accelerated (BCa) bootstrap interval of a statistic.
 * Source: Efron, Better Bootstrap Confidence Intervals (1987).
 * @returns null for fewer than two values, and if no resample changes the statistic
 * @throws RangeError if an option is out of range
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

/**
 * Computes a statistic over samples drawn with replacement.
 * @param items the values or units to draw from
 * @param statistic called with each sample; the array is reused
 * @returns the statistic of each sample, in ascending order
 * @throws RangeError if the seed or the number of samples is invalid
 */
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

/**
 * Validates a number of samples.
 * @throws RangeError unless it is an integer of 1 or more
 */
export function sampleCount(samples = 10_000): number {
  if (!Number.isSafeInteger(samples) || samples < 1) {
    throw new RangeError(`invalid number of samples: ${samples}`);
  }
  return samples;
}

/** Computes a BCa interval from a sorted bootstrap distribution. */
export function bcaFromDistribution(
  values: readonly number[],
  statistic: Statistic,
  sorted: Float64Array,
  confidence: number = CONFIDENCE,
): Interval | null {
  const jackknife = values.map((_, left) => statistic(values.filter((_one, at) => at !== left)));
  return bcaEnds(sorted, statistic(values), jackknife, confidence);
}

/**
 * Computes the ends of a BCa interval.
 * @param sorted the statistic of each resample, ascending
 * @param observed the statistic of the observed data
 * @param jackknife the statistic with one unit left out at a time
 * @returns null if no resample changes the statistic, or if leaving out a unit does not
 */
export function bcaEnds(
  sorted: Float64Array,
  observed: number,
  jackknife: readonly number[],
  confidence: number = CONFIDENCE,
): Interval | null {
  const tail = tailOf(confidence);
  const bias = normalQuantile(shareBelow(sorted, observed));
  const acceleration = accelerationOf(jackknife);
  if (!Number.isFinite(bias) || !Number.isFinite(acceleration)) return null;
  const adjusted = (z: number): number =>
    quantileOfSorted(sorted, normalCdf(bias + (bias + z) / (1 - acceleration * (bias + z))));
  const z = normalQuantile(tail);
  return { low: adjusted(z), high: adjusted(-z) };
}

/**
 * Share of a sorted distribution below a value. Elements that equal the value up to rounding count
 * half, because sums of the same numbers in a different order differ in their last digits.
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

/** One sixth of the skewness of the jackknife values. */
function accelerationOf(jackknife: readonly number[]): number {
  const centre = jackknife.reduce((sum, value) => sum + value, 0) / jackknife.length;
  const power = (exponent: number): number =>
    jackknife.reduce((sum, value) => sum + (centre - value) ** exponent, 0);
  return power(3) / (6 * power(2) ** 1.5);
}
