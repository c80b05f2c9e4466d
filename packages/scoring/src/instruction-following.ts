import type { Score, ThreeWay } from '@refbench/contracts';
import { share } from './share.ts';

/** The number of additive rules that match the patched tree, and of reductive rules that do not. */
export type RuleCounts = Score['rules'];

/**
 * Instruction following rate: IFR+ is the share of additive rules that match, IFR- the share of
 * reductive rules that do not match, and IFR the share over all rules.
 * Source: CodeTaste (v2), instruction following rate.
 * @param rules the counts of rules on each side
 * @returns ratios in 0..1; null for a side without rules
 * @throws RangeError if a count is not an integer in 0..total
 */
export function instructionFollowing(rules: RuleCounts): ThreeWay {
  const { additive, reductive } = rules;
  return {
    additive: share(additive.matched, additive.total),
    reductive: share(reductive.unmatched, reductive.total),
    total: share(additive.matched + reductive.unmatched, additive.total + reductive.total),
  };
}
