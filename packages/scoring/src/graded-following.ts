import type { RulesetSide } from '@refbench/contracts';

/** How often one rule matches on the patched tree, and on the tree that its side begins from. */
export interface RuleMatches {
  readonly side: RulesetSide;
  /** Matches on the patched tree. */
  readonly patched: number;
  /** Of an additive rule on golden, of a reductive rule on base: at least 1, or the rule says nothing. */
  readonly reference: number;
}

/**
 * Graded IFR in 0..1: the mean over rules of the share of witnesses that are as golden has them. A
 * reductive rule gets the share of base's matches that are gone, an additive rule the share of golden's
 * that are there, at most 1. Unlike IFR it tells 1 place of 40 from 39. Null without rules.
 * Not one of the paper's figures.
 * @throws RangeError for a rule without a match to compare with
 */
export function gradedFollowing(rules: readonly RuleMatches[]): number | null {
  const grades = rules.map(({ side, patched, reference }) => {
    if (reference < 1) throw new RangeError(`a rule with ${reference} matches cannot be graded`);
    const share = Math.min(patched, reference) / reference;
    return side === 'additive' ? share : 1 - share;
  });
  return grades.length === 0 ? null : grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
}
