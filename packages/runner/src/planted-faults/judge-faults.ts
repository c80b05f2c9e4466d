import type { FittingFault } from './choose-faults.ts';

/** A fault counts as noticed when so many of its tests do not pass. */
const NOTICED = 0.5;

/** More of the tests that no fault reaches may not fail. */
const MAX_UNRELATED = 0.5;

/** Of fewer tests no share is taken. */
const FEW = 10;

/**
 * How a suite took faults in the tree that it passed before:
 * - `noticed`: it fails in the tests that should fail.
 * - `not-noticed`: every one of them still passes.
 * - `indiscriminate`: tests fail that no fault reaches, as many as those that one does.
 * - `unclear`: some of the right tests fail, but too few.
 */
export type FaultJudgement = 'noticed' | 'not-noticed' | 'indiscriminate' | 'unclear';

/**
 * @param planted the faults that were planted at once
 * @param passing stable tests that pass without them
 * @param failing of these, the tests that no longer pass
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
