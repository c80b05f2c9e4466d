import { sha256OfBytes } from '@refbench/base';

/**
 * Returns a permutation of 0 .. count - 1 that depends only on the seed and the key. Numbers are
 * sorted by digest, so that every order is equally likely and every host gets the same.
 */
export function seededOrder(seed: string, key: string, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    by: sha256OfBytes(JSON.stringify([seed, key, index])),
  }))
    .sort((left, right) => (left.by < right.by ? -1 : 1))
    .map(({ index }) => index);
}
