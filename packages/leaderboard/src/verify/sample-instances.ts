import { createHash } from 'node:crypto';

/** Which instances to grade again. */
export type Sample =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'some'; readonly count: number; readonly seed: string };

/** Draws instances. The draw depends on the seed and on each id, not on the order. */
export function sampleInstances(ids: readonly string[], sample: Sample): readonly string[] {
  if (sample.kind === 'all') return ids;
  if (sample.kind === 'none') return [];
  const rank = (id: string): string =>
    createHash('sha256').update(`${sample.seed}\0${id}`).digest('hex');
  return [...ids]
    .sort((left, right) => (rank(left) < rank(right) ? -1 : 1))
    .slice(0, sample.count)
    .sort();
}
