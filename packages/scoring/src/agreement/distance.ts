/** What the values mean: names, ranks, points on a scale, or points on a scale with a true zero. */
export type AlphaLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/** How often each value was given, over all units with at least two values. */
export type ValueCounts = ReadonlyMap<number, number>;

type Distance = (left: number, right: number) => number;

/** Krippendorff's squared distances. The ordinal one depends on how often the ranks were given. */
export const DISTANCES: Readonly<Record<AlphaLevel, (counts: ValueCounts) => Distance>> = {
  nominal: () => (left, right) => (left === right ? 0 : 1),
  ordinal: ordinalDistance,
  interval: () => (left, right) => (left - right) ** 2,
  ratio: () => (left, right) => (left === right ? 0 : ((left - right) / (left + right)) ** 2),
};

/** Squared count of the values from one rank to the other, the two end ranks counted half. */
function ordinalDistance(counts: ValueCounts): Distance {
  const ranked = [...counts].sort(([left], [right]) => left - right);
  const middles = new Map<number, number>();
  let below = 0;
  for (const [value, count] of ranked) {
    middles.set(value, below + count / 2);
    below += count;
  }
  return (left, right) => ((middles.get(left) ?? 0) - (middles.get(right) ?? 0)) ** 2;
}
