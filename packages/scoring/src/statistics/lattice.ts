import type { SignFlipProblem } from './sign-flip-problem.ts';

/** A lattice: every size is an integer multiple of its unit. */
export interface Lattice {
  readonly unit: number;
  /** The sizes in units, in the order of the problem's sizes. */
  readonly multiples: readonly number[];
  /** The sum of all multiples. */
  readonly largest: number;
  /** The observed sum, in units. */
  readonly observed: number;
}

/** A lattice on which the sum of all sizes exceeds this many units counts as no lattice. */
const MAX_UNITS = 2 ** 30;

/**
 * Finds the coarsest lattice that contains all sizes. Rates over the same number of repeats have one.
 * @returns undefined if there is none, e.g. for ratios with many different denominators
 */
export function latticeOf(problem: SignFlipProblem): Lattice | undefined {
  const { sizes, largest, observed, tolerance } = problem;
  const finest = largest / MAX_UNITS;
  let unit = 0;
  for (const size of sizes) {
    unit = commonUnit(size, unit, finest);
    if (unit < finest) return undefined;
  }
  // The unit has accumulated rounding errors. Dividing the total by all multiples corrects it.
  const multiples = Array.from(sizes, (size) => Math.round(size / unit));
  const total = multiples.reduce((sum, multiple) => sum + multiple, 0);
  const exact = largest / total;
  const fits = multiples.every(
    (multiple, index) => Math.abs(multiple * exact - (sizes[index] as number)) <= tolerance,
  );
  return fits
    ? { unit: exact, multiples: multiples, largest: total, observed: Math.round(observed / exact) }
    : undefined;
}

/** Euclid's algorithm. A remainder of `least` or below is rounding error. */
function commonUnit(first: number, second: number, least: number): number {
  let [large, small] = first > second ? [first, second] : [second, first];
  while (small > least) {
    const rest = Math.abs(large - small * Math.round(large / small));
    [large, small] = [small, rest];
  }
  return large;
}

/**
 * Computes P(sum >= observed) on a lattice, exactly. It is the probability that the flipped sizes sum
 * to at most half of the slack, largest - observed. The time is proportional to the number of sizes
 * times that half.
 */
export function tailOnLattice({ multiples, largest, observed }: Lattice): number {
  const most = Math.floor((largest - observed) / 2);
  const probability = new Float64Array(most + 1);
  probability[0] = 1;
  let reached = 0;
  for (const multiple of multiples) {
    reached = Math.min(most, reached + multiple);
    for (let sum = reached; sum >= multiple; sum -= 1) {
      probability[sum] =
        ((probability[sum] as number) + (probability[sum - multiple] as number)) / 2;
    }
    const rest = Math.min(multiple, most + 1);
    for (let sum = 0; sum < rest; sum += 1) probability[sum] = (probability[sum] as number) / 2;
  }
  return probability.reduce((sum, one) => sum + one, 0);
}
