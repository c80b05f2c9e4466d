import { digestOf } from '@refbench/files';

/** The items in an order that depends on the seed and on each item's key alone. */
export function seededSort<T>(
  items: readonly T[],
  seed: string,
  keyOf: (item: T) => string,
): readonly T[] {
  return items
    .map((item) => ({ item, rank: digestOf([seed, keyOf(item)]) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ item }) => item);
}
