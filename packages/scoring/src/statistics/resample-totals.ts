import { randomBelow, type RandomWords } from './random-words.ts';
import type { ResampleUnit } from './resample-unit.ts';

/** Maximum number of repeats to redraw individually. The mean of more is drawn from its expansion. */
const MAX_DRAWN_REPEATS = 32;

/** Returns the total of a unit in one draw. Repeats are redrawn if there are any. */
export type DrawTotal = (index: number) => number;

/** Creates a function that draws the total of any unit of a column. */
export function totalDrawer(units: readonly ResampleUnit[], words: RandomWords): DrawTotal {
  const drawn = units.map(({ repeats }) => repeats?.map((values) => meanDrawer(values, words)));
  return (index) => {
    const own = drawn[index];
    if (own === undefined) return (units[index] as ResampleUnit).total;
    let total = 0;
    for (const draw of own) total += draw();
    return total;
  };
}

/** Draws the mean of a resample of the values, of the same size and with replacement. */
function meanDrawer(values: readonly number[], words: RandomWords): () => number {
  const count = values.length;
  if (count > MAX_DRAWN_REPEATS) return expandedDrawer(values, words);
  return () => {
    let sum = 0;
    for (let repeat = 0; repeat < count; repeat += 1) {
      sum += values[randomBelow(words, count)] as number;
    }
    return sum / count;
  };
}

/** Draws from a normal distribution, adjusted to the skewness of the mean (Cornish-Fisher). */
function expandedDrawer(values: readonly number[], words: RandomWords): () => number {
  const { mean, variance, third } = momentsOfMean(values);
  if (variance === 0) return () => mean;
  const spread = Math.sqrt(variance);
  const sixth = third / variance ** 1.5 / 6;
  return () => {
    const z = normalDraw(words);
    return mean + spread * (z + (z * z - 1) * sixth);
  };
}

/** Draws a standard normal number by the Box-Muller transform. */
function normalDraw(words: RandomWords): number {
  const radius = Math.sqrt(-2 * Math.log((words() + 0.5) / 2 ** 32));
  return radius * Math.cos((2 * Math.PI * words()) / 2 ** 32);
}

/** A mean, with the second and third central moments of its distribution. */
interface MeanMoments {
  readonly mean: number;
  readonly variance: number;
  readonly third: number;
}

/** Moments of the mean of a resample of the values, of the same size and with replacement. */
export function momentsOfMean(values: readonly number[]): MeanMoments {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    squares += (value - mean) ** 2;
    cubes += (value - mean) ** 3;
  }
  return { mean, variance: squares / count ** 2, third: cubes / count ** 3 };
}
