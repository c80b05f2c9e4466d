import { tailOf, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';
import { momentsOfMean } from './resample-totals.ts';
import type { ResampleUnit } from './resample-unit.ts';
import { meanOfSums, type UnitSums } from './unit-sums.ts';

/** Moments about 0 of the variation that redrawing a unit's repeats adds to its total. */
interface Scatter {
  readonly variance: number;
  readonly third: number;
}

const NO_SCATTER: Scatter = { variance: 0, third: 0 };

/**
 * BCa interval of a mean over many units. It uses the Cornish-Fisher expansion of the bootstrap
 * distribution instead of random draws. For a mean, the bias is one sixth of the skewness of the
 * distribution, and the acceleration is one sixth of the skewness of the units without their repeats.
 * @param scatterOf the variation from repeats, by index of the unit
 * @returns null if no resample would change the mean
 */
export function expandedInterval(
  sums: UnitSums,
  scatterOf: (index: number) => Scatter,
  confidence: number,
): Interval | null {
  const { totals, sizes } = sums;
  const mean = meanOfSums(sums);
  const size = sizes.reduce((sum, own) => sum + own, 0);
  let squares = 0;
  let cubes = 0;
  let variance = 0;
  let third = 0;
  for (let index = 0; index < totals.length; index += 1) {
    // The unit's contribution to the error of the mean.
    const part = ((totals[index] as number) - (sizes[index] as number) * mean) / size;
    const scatter = scatterOf(index);
    const added = scatter.variance / size ** 2;
    squares += part ** 2;
    cubes += part ** 3;
    variance += part ** 2 + added;
    // Accounts for units that are farther from the mean and also vary more.
    third += part ** 3 + 3 * part * added + scatter.third / size ** 3;
  }
  if (squares === 0) return null;
  const acceleration = cubes / squares ** 1.5 / 6;
  const bias = third / variance ** 1.5 / 6;
  const spread = Math.sqrt(variance);
  const end = (z: number): number => {
    const adjusted = bias + (bias + z) / (1 - acceleration * (bias + z));
    return mean + spread * (adjusted + (adjusted ** 2 - 1) * bias);
  };
  const z = normalQuantile(tailOf(confidence));
  return { low: end(z), high: end(-z) };
}

/** Returns the scatter of each unit of a column. */
export function scatterIn(units: readonly ResampleUnit[]): (index: number) => Scatter {
  return (index) => {
    const repeats = units[index]?.repeats;
    if (repeats === undefined) return NO_SCATTER;
    let variance = 0;
    let third = 0;
    for (const values of repeats) {
      const moments = momentsOfMean(values);
      variance += moments.variance;
      third += moments.third;
    }
    return { variance, third };
  };
}

/** Returns the scatter of each difference, first minus second. Repeats are redrawn on both sides. */
export function scatterBetween(
  first: readonly ResampleUnit[],
  second: readonly ResampleUnit[],
): (index: number) => Scatter {
  const [left, right] = [scatterIn(first), scatterIn(second)];
  return (index) => {
    const [one, other] = [left(index), right(index)];
    return { variance: one.variance + other.variance, third: one.third - other.third };
  };
}
