import { sha256OfBytes } from '@refbench/files';

/**
 * A permutation of 0 .. count - 1 that the seed and the key decide alone: sorted by the digests of
 * both with the number, every order is as likely as any other, and every machine finds the same.
 */
export function seededOrder(seed: string, key: string, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    by: sha256OfBytes(JSON.stringify([seed, key, index])),
  }))
    .sort((left, right) => (left.by < right.by ? -1 : 1))
    .map(({ index }) => index);
}
