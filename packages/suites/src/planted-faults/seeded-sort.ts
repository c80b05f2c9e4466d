import { digestOf } from '@refbench/base';

/** Sorts items in an order that depends only on the seed and on the key of each item. */
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
