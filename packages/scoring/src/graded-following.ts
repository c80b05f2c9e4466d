import type { RulesetSide } from '@refbench/contracts';

/** The number of matches of one rule on the patched tree and on its reference tree. */
export interface RuleMatches {
  readonly side: RulesetSide;
  /** Number of matches on the patched tree. */
  readonly patched: number;
  /** Number of matches on golden (additive rule) or on base (reductive rule). At least 1. */
  readonly reference: number;
}

/**
 * Graded IFR: the mean over rules of the share of matches that agree with golden. A reductive rule
 * earns the share of its matches on base that are gone. An additive rule earns the share of golden's
 * number of matches that the patch reaches, at most 1. Unlike IFR, it distinguishes 1 of 40 changed
 * places from 39. Not a metric of the paper.
 * @returns a ratio in 0..1; null without rules
 * @throws RangeError if a rule has no match on its reference tree
 */
export function gradedFollowing(rules: readonly RuleMatches[]): number | null {
  const grades = rules.map(({ side, patched, reference }) => {
    if (reference < 1)
      throw new RangeError(`a rule with ${reference} reference matches cannot be graded`);
    const share = Math.min(patched, reference) / reference;
    return side === 'additive' ? share : 1 - share;
  });
  return grades.length === 0 ? null : grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
}
