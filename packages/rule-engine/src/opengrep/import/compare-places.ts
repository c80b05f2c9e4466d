import type { Witness } from '@refbench/contracts';

/** How one engine's matches of a rule differ from another's. */
interface Difference {
  /** Places that only the other engine has. */
  readonly missing: readonly Witness[];
  /** Places that only this engine has. */
  readonly extra: readonly Witness[];
}

/** Equal is: the same files and lines, each as often. Columns are compared apart from that. */
export interface Comparison extends Difference {
  readonly equal: boolean;
  readonly equalColumns: boolean;
}

export function comparePlaces(found: readonly Witness[], wanted: readonly Witness[]): Comparison {
  const missing = without(wanted, found, linesKey);
  const extra = without(found, wanted, linesKey);
  const equal = missing.length === 0 && extra.length === 0;
  return {
    missing,
    extra,
    equal,
    equalColumns: equal && without(wanted, found, placeKey).length === 0,
  };
}

function without(
  items: readonly Witness[],
  taken: readonly Witness[],
  keyOf: (witness: Witness) => string,
): readonly Witness[] {
  const left = new Map<string, number>();
  for (const item of taken) left.set(keyOf(item), (left.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(keyOf(item)) ?? 0;
    left.set(keyOf(item), count - 1);
    return count <= 0;
  });
}

const linesKey = ({ file, start, end }: Witness): string => `${start.line}:${end.line}:${file}`;

const placeKey = ({ file, start, end }: Witness): string =>
  `${start.line}:${start.column}:${end.line}:${end.column}:${file}`;
