import type { Label } from '@refbench/contracts';

export interface Consensus {
  /** Null where there is no vote. */
  readonly label: Label | null;
  readonly method: 'majority' | 'median' | 'single' | null;
  /** There are votes on both sides: {0, 1} and {2, 3}. */
  readonly controversial: boolean;
}

/**
 * One label from several votes; null is a pass that failed, and does not count. A single vote holds by
 * itself. A label that more than half of the votes give is the majority, else the median holds; between two
 * different middle votes the higher one, as to trust a bad instance costs more than to doubt a good one.
 */
export function consensus(votes: readonly (Label | null)[]): Consensus {
  const valid = votes.filter((vote) => vote !== null).sort((left, right) => left - right);
  const controversial = valid.some((vote) => vote <= 1) && valid.some((vote) => vote >= 2);
  const middle = valid[Math.floor(valid.length / 2)];
  if (middle === undefined) return { label: null, method: null, controversial };
  if (valid.length === 1) return { label: middle, method: 'single', controversial };
  // A label with more than half of the votes is in the middle of them.
  const same = valid.filter((vote) => vote === middle).length;
  const method = same > valid.length / 2 ? 'majority' : 'median';
  return { label: middle, method, controversial };
}
