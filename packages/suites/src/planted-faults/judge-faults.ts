import type { FittingFault } from './choose-faults.ts';

/** Share of a fault's tests that must fail for the fault to count as detected. */
const NOTICED = 0.5;

/** Maximum share of unaffected tests that may fail. */
const MAX_UNRELATED = 0.5;

/** Minimum number of tests for computing a share. */
const FEW = 10;

/**
 * How a suite reacts to faults in a tree that passed before:
 * - `noticed`: the right tests fail.
 * - `not-noticed`: all of them still pass.
 * - `indiscriminate`: as many tests fail that no fault affects as tests that one does.
 * - `unclear`: some of the right tests fail, but too few.
 */
export type FaultJudgement = 'noticed' | 'not-noticed' | 'indiscriminate' | 'unclear';

/**
 * Judges how a suite reacted to planted faults.
 * @param planted the faults that were planted at once
 * @param passing stable tests that pass without the faults
 * @param failing those of them that no longer pass
 */
export function judgeFaults(
  planted: readonly FittingFault[],
  passing: ReadonlySet<string>,
  failing: ReadonlySet<string>,
): FaultJudgement {
  const shares = planted.map(({ expected }) => shareOf(expected, failing));
  if (shares.every((share) => share === 0)) return 'not-noticed';
  const reached = new Set(planted.flatMap(({ reach }) => [...reach]));
  const unrelated = new Set([...passing].filter((id) => !reached.has(id)));
  if (unrelated.size >= FEW && shareOf(unrelated, failing) > MAX_UNRELATED) {
    return 'indiscriminate';
  }
  const noticed = shares.filter((share) => share >= NOTICED).length;
  return noticed * 2 >= planted.length ? 'noticed' : 'unclear';
}

function shareOf(ids: ReadonlySet<string>, failing: ReadonlySet<string>): number {
  return [...ids].filter((id) => failing.has(id)).length / ids.size;
}
