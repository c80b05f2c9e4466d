/** The level of measurement of the values. */
export type AlphaLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/** The number of times each value was given, over all units with at least two values. */
export type ValueCounts = ReadonlyMap<number, number>;

type Distance = (left: number, right: number) => number;

/** Krippendorff's squared distances. The ordinal distance depends on the counts of the ranks. */
export const DISTANCES: Readonly<Record<AlphaLevel, (counts: ValueCounts) => Distance>> = {
  nominal: () => (left, right) => (left === right ? 0 : 1),
  ordinal: ordinalDistance,
  interval: () => (left, right) => (left - right) ** 2,
  ratio: () => (left, right) => (left === right ? 0 : ((left - right) / (left + right)) ** 2),
};

/** Squared number of values from one rank to the other. Values of the two end ranks count half. */
function ordinalDistance(counts: ValueCounts): Distance {
  const ranked = [...counts].sort(([left], [right]) => left - right);
  const midpoints = new Map<number, number>();
  let below = 0;
  for (const [value, count] of ranked) {
    midpoints.set(value, below + count / 2);
    below += count;
  }
  return (left, right) => ((midpoints.get(left) ?? 0) - (midpoints.get(right) ?? 0)) ** 2;
}
