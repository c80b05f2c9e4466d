import { bcaEnds, sampleCount } from './bootstrap.ts';
import { expandedInterval, scatterBetween, scatterIn } from './expanded-interval.ts';
import { CONFIDENCE, type Interval } from './interval.ts';
import { randomBelow, randomWords } from './random-words.ts';
import { totalDrawer } from './resample-totals.ts';
import { differenceOf, meanOfSums, meansWithout, sumsOf, type UnitSums } from './unit-sums.ts';
import type { ResampleUnit } from './resample-unit.ts';

/** Up to this many units are drawn at random; beyond, the expansion below is closer than that. */
export const MOST_DRAWN_UNITS = 1000;

/** Draws for this many numbers of units are kept; with missing results every pair has its own. */
const MOST_KEPT_DRAWS = 4;

/**
 * Bootstrap resamples that many statistics share: units are drawn with replacement, once for all
 * columns of as many units, so that differences of columns stay paired; then the repeats within each
 * drawn instance, for each column anew.
 */
export class Resampling {
  readonly samples: number;
  private readonly seed: number;
  private readonly drawn = new Map<number, Uint16Array>();
  private readonly known = new WeakMap<readonly ResampleUnit[], Float64Array>();
  private lastSizes: { readonly sizes: Float64Array; readonly sums: Float64Array } = {
    sizes: new Float64Array(),
    sums: new Float64Array(),
  };

  /**
   * @param samples resamples, 1 or more; 10,000 when absent
   * @throws RangeError for a count or seed that is none
   */
  constructor(seed: number, samples?: number) {
    randomWords(seed);
    this.seed = seed;
    this.samples = sampleCount(samples);
  }

  /**
   * Which units each resample holds: `count` indexes a resample.
   * @param count units, at most 65,536
   */
  draws(count: number): Uint16Array {
    const known = this.drawn.get(count);
    if (known !== undefined) return known;
    const words = randomWords(this.seed);
    const draws = new Uint16Array(this.samples * count);
    for (let at = 0; at < draws.length; at += 1) draws[at] = randomBelow(words, count);
    const [oldest] = this.drawn.keys();
    if (oldest !== undefined && this.drawn.size >= MOST_KEPT_DRAWS) this.drawn.delete(oldest);
    this.drawn.set(count, draws);
    return draws;
  }

  /** The mean over instances in every resample, in the order in which they were drawn. */
  means(units: readonly ResampleUnit[]): Float64Array {
    let means = this.known.get(units);
    if (means === undefined) {
      const isPlain = units.every(({ repeats }) => repeats === undefined);
      means = isPlain ? this.plainMeans(units) : this.drawnMeans(units);
      this.known.set(units, means);
    }
    return means;
  }

  /** Of units without repeats, which most are. */
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

  /** Columns of one setting have the same sizes, one after the other. */
  private sumsOfSizes(own: Float64Array): Float64Array {
    const { sizes, sums } = this.lastSizes;
    const isSame = sizes.length === own.length && own.every((size, index) => size === sizes[index]);
    if (isSame) return sums;
    const made = this.sums(own);
    this.lastSizes = { sizes: own, sums: made };
    return made;
  }

  /** The sum of the drawn values in every resample. */
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
 * Tells columns apart, so that each has its repeats drawn by itself, whatever other columns there are.
 * The order of operations is FNV's.
 */
function fingerprint({ totals, sizes }: UnitSums): number {
  let hash = 0x811c9dc5;
  for (const numbers of [sizes, totals]) {
    for (const word of new Uint32Array(numbers.buffer)) hash = Math.imul(hash ^ word, 0x01000193);
  }
  return hash;
}

/**
 * BCa interval of a mean over instances. With more than 1,000 units the bootstrap distribution is taken
 * from its normal expansion (Cornish and Fisher), which is then closer to it than 10,000 draws are.
 * @returns null for fewer than two units, and where no resample moves the mean
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
  return bcaEnds(sorted, meanOf(units), meansWithout(sumsOf(units)), confidence);
}

/** BCa interval of the difference of two means over the same units, first minus second. */
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
  return bcaEnds(sorted, meanOfSums(differences), meansWithout(differences), confidence);
}

/** The mean over all instances of the units. */
export function meanOf(units: readonly ResampleUnit[]): number {
  return meanOfSums(sumsOf(units));
}
