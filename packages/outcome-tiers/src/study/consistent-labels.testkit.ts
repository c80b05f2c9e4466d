/** A sampled ticket with its tier and its rank within the pool of the tier. */
interface Known {
  readonly key: string;
  readonly tier: string;
  readonly rank: number;
}

/**
 * Finds labels for the keys of an index such that each known ticket has its rank within its tier
 * and each tier has its size. Remaining keys get no label. Undefined if no such labels exist. The
 * labels of the study are lost, so this checks its sample: the index can be right only if some
 * labels lead from it to the sample.
 */
export function consistentLabels(
  keys: readonly string[],
  known: readonly Known[],
  sizes: ReadonlyMap<string, number>,
): ReadonlyMap<string, string> | undefined {
  const labels = new Map<string, string>();
  const places = new Map(keys.map((key, place) => [key, place]));
  const counts = new Map([...sizes.keys()].map((tier) => [tier, 0]));
  const goals = new Map(
    [...sizes].map(([tier, size]) => {
      const own = known.filter((each) => each.tier === tier);
      const ordered = own.map((each) => ({ at: places.get(each.key) ?? -1, rank: each.rank }));
      ordered.sort((left, right) => left.at - right.at);
      return [tier, [...ordered, { at: keys.length, rank: size }]] as const;
    }),
  );
  for (const [place, key] of keys.entries()) {
    const mine = known.find((each) => each.key === key);
    const tier = mine?.tier ?? mostUrgent(place);
    if (tier === undefined) continue;
    const count = counts.get(tier) ?? 0;
    if (mine !== undefined && mine.rank !== count) return undefined;
    labels.set(key, tier);
    counts.set(tier, count + 1);
  }
  const complete = [...sizes].every(([tier, size]) => counts.get(tier) === size);
  return complete ? labels : undefined;

  /**
   * Returns the tier whose next known ticket comes first among those that still need keys before
   * it.
   */
  function mostUrgent(place: number): string | undefined {
    let best: { readonly tier: string; readonly at: number } | undefined;
    for (const [tier, own] of goals) {
      const next = own.find(({ at }) => at > place);
      if (next === undefined || (counts.get(tier) ?? 0) >= next.rank) continue;
      if (best === undefined || next.at < best.at) best = { tier, at: next.at };
    }
    return best?.tier;
  }
}
