import type { Change } from './change.ts';

/**
 * Sorts changes, best first, and keeps each commit in one of them only. A range must be better than its
 * best commit by `gain`, unless none of them is a candidate.
 */
export function chooseChanges(
  singles: readonly Change[],
  ranges: readonly Change[],
  gain: number,
): readonly Change[] {
  const scores = new Map(singles.map((single) => [idsOf(single)[0], single.score]));
  const better = ranges.filter((range) => {
    const best = Math.max(0, ...idsOf(range).map((id) => scores.get(id) ?? 0));
    return best === 0 || range.score >= best + gain;
  });
  const used = new Set<string>();
  return [...singles, ...better].toSorted(compareChanges).filter((change) => {
    const ids = idsOf(change);
    if (ids.some((id) => used.has(id))) return false;
    for (const id of ids) used.add(id);
    return true;
  });
}

/** Equal scores are ordered by time, newest first, and then by id, so that the order never varies. */
function compareChanges(left: Change, right: Change): number {
  const [a, b] = [left.commits.at(-1)?.commit, right.commits.at(-1)?.commit];
  return (
    right.score - left.score ||
    (b?.time ?? 0) - (a?.time ?? 0) ||
    ((a?.golden ?? '') < (b?.golden ?? '') ? -1 : 1)
  );
}

function idsOf({ commits }: Change): readonly string[] {
  return commits.map(({ commit }) => commit.golden);
}
