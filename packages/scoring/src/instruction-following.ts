import type { Score, ThreeWay } from '@refbench/contracts';
import { share } from './share.ts';

/** How many additive rules match the patched tree, and how many reductive rules no longer do. */
export type RuleCounts = Score['rules'];

/**
 * IFR+ = matched / total of the additive rules, IFR- = unmatched / total of the reductive rules,
 * IFR = both weighted by their number of rules. Each in 0..1; null where there is no such rule.
 * @throws RangeError when a count is no integer in 0..total
 */
export function instructionFollowing(rules: RuleCounts): ThreeWay {
  const { additive, reductive } = rules;
  return {
    additive: share(additive.matched, additive.total),
    reductive: share(reductive.unmatched, reductive.total),
    total: share(additive.matched + reductive.unmatched, additive.total + reductive.total),
  };
}
