import type { SignFlipProblem } from './sign-flip-problem.ts';

/** A unit of which every size is a whole multiple. */
export interface Lattice {
  readonly unit: number;
  /** The sizes in units, in the order of the problem's. */
  readonly multiples: readonly number[];
  /** The sum of all multiples. */
  readonly largest: number;
  /** The sum that was seen, in units. */
  readonly observed: number;
}

/** A finer lattice than this many units is no different from none. */
const MOST_UNITS = 2 ** 30;

/**
 * The coarsest lattice that holds all sizes, e.g. of rates over the same number of repeats. Undefined
 * where there is none, as for ratios of many different denominators.
 */
export function latticeOf(problem: SignFlipProblem): Lattice | undefined {
  const { sizes, largest, observed, tolerance } = problem;
  const finest = largest / MOST_UNITS;
  let unit = 0;
  for (const size of sizes) {
    unit = commonUnit(size, unit, finest);
    if (unit < finest) return undefined;
  }
  // Rounding has moved the unit; all sizes together say best what it is.
  const rough = Array.from(sizes, (size) => Math.round(size / unit));
  const total = rough.reduce((sum, multiple) => sum + multiple, 0);
  const exact = largest / total;
  const fits = rough.every(
    (multiple, index) => Math.abs(multiple * exact - (sizes[index] as number)) <= tolerance,
  );
  return fits
    ? { unit: exact, multiples: rough, largest: total, observed: Math.round(observed / exact) }
    : undefined;
}

/** Euclid's algorithm; a rest below `least` is rounding. */
function commonUnit(first: number, second: number, least: number): number {
  let [large, small] = first > second ? [first, second] : [second, first];
  while (small > least) {
    const rest = Math.abs(large - small * Math.round(large / small));
    [large, small] = [small, rest];
  }
  return large;
}

/**
 * P(sum >= observed) on a lattice, exactly: the probability that the sizes which are flipped sum to no
 * more than half of what is to spare. Time grows with their number times that half.
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
