import { binomialTest } from './binomial-test.ts';
import { tailOfFewPatterns } from './extreme-patterns.ts';
import { latticeOf, tailOnLattice, type Lattice } from './lattice.ts';
import { tailBySaddlepoint } from './saddlepoint-tail.ts';
import { signFlipProblem, type SignFlipProblem } from './sign-flip-problem.ts';
import { tailByMeetingInTheMiddle } from './signed-sum-support.ts';

/** How a p-value without random draws was found. */
export interface UnsampledP {
  /** Two-sided. */
  readonly p: number;
  /** `exact`: all patterns of signs were counted; `saddlepoint`: their generating function was inverted. */
  readonly method: 'exact' | 'saddlepoint';
}

/** Steps that counting on a lattice may take, and the sums that it may keep. */
const MOST_LATTICE_STEPS = 2 ** 26;
const MOST_LATTICE_SUMS = 2 ** 18;

/** Below this the patterns beyond the sum may be few enough to be counted one by one. */
const FEW_PATTERNS = 2 ** 20;

/**
 * Two-sided p-value of the paired sign-flip test without random draws. Exact for differences of one
 * size (a binomial test), on a lattice, and for up to 40 of different sizes; the error is rounding, below
 * 1e-12. Otherwise by saddlepoint: within 1e-4, and within 2 % of p where p is below 0.05, unless the
 * sizes are almost, but not quite, on a coarse lattice: equal but for less than a part in 10,000.
 * @param differences first minus second, paired
 * @throws RangeError for a difference that is not a finite number
 */
export function unsampledSignFlip(differences: readonly number[]): UnsampledP {
  const problem = signFlipProblem(differences);
  const { sizes, observed, tolerance } = problem;
  // Every pattern is at least as far out as no distance at all.
  if (observed <= tolerance) return { p: 1, method: 'exact' };
  const lattice = latticeOf(problem);
  if (lattice !== undefined && lattice.largest === sizes.length) {
    return {
      p: binomialTest((lattice.largest - lattice.observed) / 2, sizes.length),
      method: 'exact',
    };
  }
  const counted = countedTail(problem, lattice);
  if (counted !== undefined) return { p: twoSided(counted), method: 'exact' };
  const tail = tailBySaddlepoint(problem, lattice?.unit);
  const few = tail * 2 ** sizes.length < FEW_PATTERNS ? tailOfFewPatterns(problem) : undefined;
  return few === undefined
    ? { p: twoSided(tail), method: 'saddlepoint' }
    : { p: twoSided(few), method: 'exact' };
}

function countedTail(problem: SignFlipProblem, lattice: Lattice | undefined): number | undefined {
  if (lattice !== undefined) {
    const sums = (lattice.largest - lattice.observed) / 2;
    if (sums <= MOST_LATTICE_SUMS && sums * problem.sizes.length <= MOST_LATTICE_STEPS) {
      return tailOnLattice(lattice);
    }
  }
  return tailByMeetingInTheMiddle(problem);
}

/** The distribution is symmetric. Whatever has been seen is possible, so p is never 0. */
function twoSided(tail: number): number {
  return Math.min(1, Math.max(Number.MIN_VALUE, 2 * tail));
}
