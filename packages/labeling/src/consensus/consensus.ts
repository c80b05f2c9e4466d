import type { Label } from '@refbench/contracts';

export interface Consensus {
  /** Null without votes. */
  readonly label: Label | null;
  readonly method: 'majority' | 'median' | 'single' | null;
  /** True if votes fall on both sides, {0, 1} and {2, 3}. */
  readonly controversial: boolean;
}

/**
 * Determines one label from several votes. Null stands for a failed pass and does not count. A single vote
 * is the label. Otherwise, the label is the vote of more than half, or else the median. Of two different
 * middle votes, it is the higher one, because trusting a bad instance costs more than doubting a good one.
 */
export function consensus(votes: readonly (Label | null)[]): Consensus {
  const valid = votes.filter((vote) => vote !== null).sort((left, right) => left - right);
  const controversial = valid.some((vote) => vote <= 1) && valid.some((vote) => vote >= 2);
  const middle = valid[Math.floor(valid.length / 2)];
  if (middle === undefined) return { label: null, method: null, controversial };
  if (valid.length === 1) return { label: middle, method: 'single', controversial };
  // A label with more than half of the votes is also their median.
  const same = valid.filter((vote) => vote === middle).length;
  const method = same > valid.length / 2 ? 'majority' : 'median';
  return { label: middle, method, controversial };
}
