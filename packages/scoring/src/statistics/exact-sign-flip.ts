import { binomialTest } from './binomial-test.ts';
import { tailOfFewPatterns } from './extreme-patterns.ts';
import { latticeOf, tailOnLattice, type Lattice } from './lattice.ts';
import { tailBySaddlepoint } from './saddlepoint-tail.ts';
import { signFlipProblem, type SignFlipProblem } from './sign-flip-problem.ts';
import { tailByMeetInTheMiddle } from './signed-sum-support.ts';

/** A p-value that was computed without random draws. */
export interface UnsampledP {
  /** Two-sided. */
  readonly p: number;
  /** `exact`: all sign patterns were counted. `saddlepoint`: their generating function was inverted. */
  readonly method: 'exact' | 'saddlepoint';
}

/** Limits for counting on a lattice: number of steps, and number of sums in memory. */
const MAX_LATTICE_STEPS = 2 ** 26;
const MAX_LATTICE_SUMS = 2 ** 18;

/** Below this number, the patterns beyond the sum may be few enough to enumerate. */
const FEW_PATTERNS = 2 ** 20;

/**
 * Two-sided p-value of the paired sign-flip test, without random draws.
 *
 * The p-value is exact for differences of one size (a binomial test), for differences on a lattice, and
 * for up to 40 distinct sizes. The rounding error is below 1e-12. Otherwise, a saddlepoint method gives
 * p within 1e-4, and within 2 % of p if p is below 0.05. This bound does not hold for sizes that are
 * nearly but not exactly on a coarse lattice, i.e. off it by less than 1 part in 10,000.
 * @param differences first minus second, paired
 * @throws RangeError if a difference is not finite
 */
export function unsampledSignFlip(differences: readonly number[]): UnsampledP {
  const problem = signFlipProblem(differences);
  const { sizes, observed, tolerance } = problem;
  // If the observed sum is 0, every pattern is at least as extreme.
  if (observed <= tolerance) return { p: 1, method: 'exact' };
  const lattice = latticeOf(problem);
  if (lattice !== undefined && lattice.largest === sizes.length) {
    return {
      p: binomialTest((lattice.largest - lattice.observed) / 2, sizes.length),
      method: 'exact',
    };
  }
  const exactTail = countTail(problem, lattice);
  if (exactTail !== undefined) return { p: twoSided(exactTail), method: 'exact' };
  const tail = tailBySaddlepoint(problem, lattice?.unit);
  const enumerated =
    tail * 2 ** sizes.length < FEW_PATTERNS ? tailOfFewPatterns(problem) : undefined;
  return enumerated === undefined
    ? { p: twoSided(tail), method: 'saddlepoint' }
    : { p: twoSided(enumerated), method: 'exact' };
}

function countTail(problem: SignFlipProblem, lattice: Lattice | undefined): number | undefined {
  if (lattice !== undefined) {
    const sums = (lattice.largest - lattice.observed) / 2;
    if (sums <= MAX_LATTICE_SUMS && sums * problem.sizes.length <= MAX_LATTICE_STEPS) {
      return tailOnLattice(lattice);
    }
  }
  return tailByMeetInTheMiddle(problem);
}

/** The distribution is symmetric. The observed pattern is possible, so p is never 0. */
function twoSided(tail: number): number {
  return Math.min(1, Math.max(Number.MIN_VALUE, 2 * tail));
}
