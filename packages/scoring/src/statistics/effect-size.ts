import { bcaEnds } from './bootstrap.ts';
import { mean, sampleDeviation } from './describe.ts';
import { CONFIDENCE, tailOf, type Interval } from './interval.ts';
import { MOST_DRAWN_UNITS, type Resampling } from './resampling.ts';
import { normalQuantile } from './normal.ts';

/** Cohen's d for pairs: the mean difference divided by the standard deviation of the differences. */
export interface EffectSize {
  readonly effect: number;
  /** BCa interval. Null for fewer than three pairs, or if too many resamples have no spread. */
  readonly interval: Interval | null;
}

/**
 * Computes the effect size of paired differences.
 * @param differences first minus second, one value per unit (instance or cluster)
 * @param resampling omit it if no interval is needed
 * @returns null if the differences have no spread
 */
export function effectSize(
  differences: readonly number[],
  resampling?: Resampling,
  confidence: number = CONFIDENCE,
): EffectSize | null {
  const deviation = sampleDeviation(differences);
  if (deviation === null || deviation === 0) return null;
  const effect = mean(differences) / deviation;
  if (resampling === undefined || differences.length < 3) return { effect, interval: null };
  const interval =
    differences.length > MOST_DRAWN_UNITS
      ? largeSampleInterval(effect, differences, confidence)
      : resampledInterval(differences, effect, resampling, confidence);
  return { effect, interval };
}

/**
 * Uses the asymptotic standard error by the delta method, sqrt((1 - g d + (k - 1) d^2 / 4) / n), with
 * the skewness g and kurtosis k of the differences. For normal differences, this is
 * sqrt(1 / n + d^2 / 2n).
 */
function largeSampleInterval(
  effect: number,
  differences: readonly number[],
  confidence: number,
): Interval {
  const n = differences.length;
  const centre = mean(differences);
  const moment = (power: number): number =>
    differences.reduce((sum, value) => sum + (value - centre) ** power, 0) / n;
  const variance = moment(2);
  const skewness = moment(3) / variance ** 1.5;
  const kurtosis = moment(4) / variance ** 2;
  const error = Math.sqrt((1 - skewness * effect + ((kurtosis - 1) * effect ** 2) / 4) / n);
  const half = -normalQuantile(tailOf(confidence)) * error;
  return { low: effect - half, high: effect + half };
}

function resampledInterval(
  differences: readonly number[],
  effect: number,
  resampling: Resampling,
  confidence: number,
): Interval | null {
  const n = differences.length;
  const values = Float64Array.from(differences);
  const draws = resampling.draws(n);
  const effects = new Float64Array(resampling.samples);
  for (let draw = 0, at = 0; draw < effects.length; draw += 1) {
    let sum = 0;
    let squares = 0;
    for (const end = at + n; at < end; at += 1) {
      const value = values[draws[at] as number] as number;
      sum += value;
      squares += value * value;
    }
    effects[draw] = effectFromSums(sum, squares, n);
  }
  const ends = bcaEnds(effects.sort(), effect, jackknifeEffects(differences), confidence);
  return ends !== null && Number.isFinite(ends.low) && Number.isFinite(ends.high) ? ends : null;
}

function jackknifeEffects(differences: readonly number[]): readonly number[] {
  const sum = differences.reduce((total, value) => total + value, 0);
  const squares = differences.reduce((total, value) => total + value ** 2, 0);
  return differences.map((value) =>
    effectFromSums(sum - value, squares - value ** 2, differences.length - 1),
  );
}

/** The effect is infinite if the values have no spread. A spread within rounding error counts as none. */
function effectFromSums(sum: number, squares: number, n: number): number {
  const variance = (squares - (sum * sum) / n) / (n - 1);
  if (variance <= (squares / n) * 1e-12)
    return sum === 0 ? 0 : Math.sign(sum) * Number.POSITIVE_INFINITY;
  return sum / n / Math.sqrt(variance);
}
