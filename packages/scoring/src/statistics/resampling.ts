import { bcaEnds, sampleCount } from './bootstrap.ts';
import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';
import { randomBelow, randomWords, type RandomWords } from './random-words.ts';

/**
 * What is drawn as a whole: an instance, or all instances of a repository. Instances in it may have
 * been tried several times.
 */
export interface ResampleUnit {
  /** The sum of its instances' means. */
  readonly total: number;
  /** How many instances it holds. */
  readonly size: number;
  /** The values of each instance's repeats; absent where each was tried once. */
  readonly repeats?: readonly (readonly number[])[];
}

/** Up to this many units are drawn at random; beyond, the normal expansion below is closer than that. */
export const MOST_DRAWN_UNITS = 2000;

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

  /**
   * @param samples resamples, 1 or more; 10,000 when absent
   * @throws RangeError for a count or seed that is none
   */
  constructor(seed: number, samples?: number) {
    randomWords(seed);
    this.seed = seed;
    this.samples = sampleCount(samples);
  }

  /** Which units each resample holds: `count` indexes a resample. */
  draws(count: number): Uint16Array {
    const known = this.drawn.get(count);
    if (known !== undefined) return known;
    const words = randomWords(this.seed);
    const draws = new Uint16Array(this.samples * count);
    for (let at = 0; at < draws.length; at += 1) draws[at] = randomBelow(words, count);
    this.drawn.set(count, draws);
    return draws;
  }

  /** The mean over instances in every resample, in the order in which they were drawn. */
  means(units: readonly ResampleUnit[]): Float64Array {
    const known = this.known.get(units);
    if (known !== undefined) return known;
    const draws = this.draws(units.length);
    const totalOf = totals(units, randomWords(this.seed ^ 0x5bd1e995));
    const means = new Float64Array(this.samples);
    for (let draw = 0, at = 0; draw < means.length; draw += 1) {
      let total = 0;
      let size = 0;
      for (const end = at + units.length; at < end; at += 1) {
        const index = draws[at] as number;
        total += totalOf(index);
        size += (units[index] as ResampleUnit).size;
      }
      means[draw] = total / size;
    }
    this.known.set(units, means);
    return means;
  }
}

/** The total of a unit in one draw: of new repeats where there are any. */
function totals(units: readonly ResampleUnit[], words: RandomWords): (index: number) => number {
  if (units.every(({ repeats }) => repeats === undefined)) {
    const fixed = Float64Array.from(units, ({ total }) => total);
    return (index) => fixed[index] as number;
  }
  const once = (values: readonly number[]): number => {
    let sum = 0;
    for (let repeat = 0; repeat < values.length; repeat += 1) {
      sum += values[randomBelow(words, values.length)] as number;
    }
    return sum / values.length;
  };
  return (index) => {
    const { total, repeats } = units[index] as ResampleUnit;
    return repeats === undefined ? total : repeats.reduce((sum, values) => sum + once(values), 0);
  };
}

/**
 * BCa interval of a mean over instances. With more than 2,000 units the bootstrap distribution is taken
 * from its normal expansion (Cornish and Fisher), which is then closer to it than 10,000 draws are.
 * @returns null for fewer than two units, and where no resample moves the mean
 */
export function bcaOfMean(
  units: readonly ResampleUnit[],
  resampling: Resampling,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (units.length < 2) return null;
  if (units.length > MOST_DRAWN_UNITS) return expandedInterval(units, confidence);
  const sorted = resampling.means(units).toSorted();
  return bcaEnds(sorted, meanOf(units), meansWithout(units), confidence);
}

/** BCa interval of the difference of two means over the same units, first minus second. */
export function bcaOfDifference(
  first: readonly ResampleUnit[],
  second: readonly ResampleUnit[],
  resampling: Resampling,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (first.length < 2) return null;
  const differences = first.map(({ total, size }, index) => ({
    total: total - (second[index]?.total ?? Number.NaN),
    size,
  }));
  if (first.length > MOST_DRAWN_UNITS) return expandedInterval(differences, confidence);
  const [left, right] = [resampling.means(first), resampling.means(second)];
  const sorted = left.map((mean, index) => mean - (right[index] as number)).sort();
  return bcaEnds(sorted, meanOf(differences), meansWithout(differences), confidence);
}

/** The mean over all instances of the units. */
export function meanOf(units: readonly ResampleUnit[]): number {
  const total = units.reduce((sum, unit) => sum + unit.total, 0);
  return total / units.reduce((sum, unit) => sum + unit.size, 0);
}

function meansWithout(units: readonly ResampleUnit[]): readonly number[] {
  const total = units.reduce((sum, unit) => sum + unit.total, 0);
  const size = units.reduce((sum, unit) => sum + unit.size, 0);
  return units.map((unit) => (total - unit.total) / (size - unit.size));
}

function expandedInterval(units: readonly ResampleUnit[], confidence: number): Interval | null {
  const mean = meanOf(units);
  const size = units.reduce((sum, unit) => sum + unit.size, 0);
  // What each unit adds to the error of the mean.
  const parts = units.map((unit) => (unit.total - unit.size * mean) / size);
  const spread = Math.sqrt(parts.reduce((sum, part) => sum + part ** 2, 0));
  if (spread === 0) return null;
  const skewness = parts.reduce((sum, part) => sum + part ** 3, 0) / spread ** 3;
  // For a mean, bias and acceleration are both a sixth of the skewness.
  const sixth = skewness / 6;
  const end = (z: number): number => {
    const adjusted = sixth + (sixth + z) / (1 - sixth * (sixth + z));
    return mean + spread * (adjusted + (adjusted ** 2 - 1) * sixth);
  };
  const z = normalQuantile(tailOf(confidence));
  return { low: end(z), high: end(-z) };
}
