import { bcaEnds, sampleCount } from './bootstrap.ts';
import { expandedInterval, scatterBetween, scatterIn } from './expanded-interval.ts';
import { CONFIDENCE, type Interval } from './interval.ts';
import { randomBelow, randomWords } from './random-words.ts';
import { totalDrawer } from './resample-totals.ts';
import { differenceOf, meanOfSums, jackknifeMeans, sumsOf, type UnitSums } from './unit-sums.ts';
import type { ResampleUnit } from './resample-unit.ts';

/** Maximum number of units to draw at random. For more units, the expansion is more accurate. */
export const MOST_DRAWN_UNITS = 1000;

/** Size of the cache of draws by number of units. With missing results, each pair may differ. */
const MAX_CACHED_DRAWS = 4;

/**
 * Bootstrap resamples that many statistics share. Units are drawn with replacement, once for all columns
 * with the same number of units, so that differences between columns stay paired. Repeats within a
 * drawn instance are then drawn separately for each column.
 */
export class Resampling {
  readonly samples: number;
  private readonly seed: number;
  private readonly cachedDraws = new Map<number, Uint16Array>();
  private readonly cachedMeans = new WeakMap<readonly ResampleUnit[], Float64Array>();
  private lastSizes: { readonly sizes: Float64Array; readonly sums: Float64Array } = {
    sizes: new Float64Array(),
    sums: new Float64Array(),
  };

  /**
   * @param seed an integer in 0..2^32 - 1
   * @param samples number of resamples, 1 or more; 10,000 by default
   * @throws RangeError if the seed or the number of resamples is invalid
   */
  constructor(seed: number, samples?: number) {
    randomWords(seed);
    this.seed = seed;
    this.samples = sampleCount(samples);
  }

  /**
   * Returns the indexes of the drawn units, `count` indexes per resample.
   * @param count number of units, at most 65,536
   */
  draws(count: number): Uint16Array {
    const cachedMeans = this.cachedDraws.get(count);
    if (cachedMeans !== undefined) return cachedMeans;
    const words = randomWords(this.seed);
    const draws = new Uint16Array(this.samples * count);
    for (let at = 0; at < draws.length; at += 1) draws[at] = randomBelow(words, count);
    const [oldest] = this.cachedDraws.keys();
    if (oldest !== undefined && this.cachedDraws.size >= MAX_CACHED_DRAWS)
      this.cachedDraws.delete(oldest);
    this.cachedDraws.set(count, draws);
    return draws;
  }

  /** Returns the mean over instances in each resample, in drawing order. */
  means(units: readonly ResampleUnit[]): Float64Array {
    let means = this.cachedMeans.get(units);
    if (means === undefined) {
      const isPlain = units.every(({ repeats }) => repeats === undefined);
      means = isPlain ? this.plainMeans(units) : this.drawnMeans(units);
      this.cachedMeans.set(units, means);
    }
    return means;
  }

  /** Fast path for units without repeats. */
  private plainMeans(units: readonly ResampleUnit[]): Float64Array {
    const own = sumsOf(units);
    const totals = this.sums(own.totals);
    const [first = 1] = own.sizes;
    if (own.sizes.every((size) => size === first)) {
      return totals.map((total) => total / (first * units.length));
    }
    const sizes = this.sumsOfSizes(own.sizes);
    return totals.map((total, draw) => total / (sizes[draw] as number));
  }

  /** Caches the last result, because consecutive columns of a setting have the same sizes. */
  private sumsOfSizes(own: Float64Array): Float64Array {
    const { sizes, sums } = this.lastSizes;
    const isSame = sizes.length === own.length && own.every((size, index) => size === sizes[index]);
    if (isSame) return sums;
    const sumsOfOwn = this.sums(own);
    this.lastSizes = { sizes: own, sums: sumsOfOwn };
    return sumsOfOwn;
  }

  /** Returns the sum of the drawn values in each resample. */
  private sums(values: Float64Array): Float64Array {
    const draws = this.draws(values.length);
    const sums = new Float64Array(this.samples);
    for (let draw = 0, at = 0; draw < sums.length; draw += 1) {
      let sum = 0;
      for (const end = at + values.length; at < end; at += 1) {
        sum += values[draws[at] as number] as number;
      }
      sums[draw] = sum;
    }
    return sums;
  }

  private drawnMeans(units: readonly ResampleUnit[]): Float64Array {
    const draws = this.draws(units.length);
    const own = sumsOf(units);
    const { sizes } = own;
    const totalOf = totalDrawer(units, randomWords((this.seed ^ fingerprint(own)) >>> 0));
    const means = new Float64Array(this.samples);
    for (let draw = 0, at = 0; draw < means.length; draw += 1) {
      let total = 0;
      let size = 0;
      for (const end = at + units.length; at < end; at += 1) {
        const index = draws[at] as number;
        total += totalOf(index);
        size += sizes[index] as number;
      }
      means[draw] = total / size;
    }
    return means;
  }
}

/**
 * Hashes a column (FNV-1a over 32-bit words), so that the draws of its repeats do not depend on other
 * columns.
 */
function fingerprint({ totals, sizes }: UnitSums): number {
  let hash = 0x811c9dc5;
  for (const numbers of [sizes, totals]) {
    for (const word of new Uint32Array(numbers.buffer)) hash = Math.imul(hash ^ word, 0x01000193);
  }
  return hash;
}

/**
 * BCa interval of a mean over instances. For more than 1,000 units, the bootstrap distribution comes
 * from its Cornish-Fisher expansion, which is then more accurate than 10,000 draws.
 * @returns null for fewer than two units, and if no resample changes the mean
 */
export function bcaOfMean(
  units: readonly ResampleUnit[],
  resampling: Resampling,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (units.length < 2) return null;
  if (units.length > MOST_DRAWN_UNITS) {
    return expandedInterval(sumsOf(units), scatterIn(units), confidence);
  }
  const sorted = resampling.means(units).toSorted();
  return bcaEnds(sorted, meanOf(units), jackknifeMeans(sumsOf(units)), confidence);
}

/** BCa interval of the difference between two means over the same units, first minus second. */
export function bcaOfDifference(
  first: readonly ResampleUnit[],
  second: readonly ResampleUnit[],
  resampling: Resampling,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (first.length < 2) return null;
  const differences = differenceOf(first, second);
  if (first.length > MOST_DRAWN_UNITS) {
    return expandedInterval(differences, scatterBetween(first, second), confidence);
  }
  const [left, right] = [resampling.means(first), resampling.means(second)];
  const sorted = left.map((mean, index) => mean - (right[index] as number)).sort();
  return bcaEnds(sorted, meanOfSums(differences), jackknifeMeans(differences), confidence);
}

/** Mean over all instances of the units. */
export function meanOf(units: readonly ResampleUnit[]): number {
  return meanOfSums(sumsOf(units));
}
