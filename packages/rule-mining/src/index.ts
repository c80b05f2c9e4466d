/**
 * Mines rulesets from a commit without a model, and measures the quality of rulesets.
 *
 * @module @refbench/rule-mining
 */

export {
  assertEmpty,
  DEFAULT_LIMIT,
  suggestRules,
  writeSuggestion,
  type CoveredCount,
  type Suggestion,
  type SuggestOptions,
} from './suggest/suggest-rules.ts';
export type { SuggestedRule } from './suggest/suggested-rules.ts';
export { WANTED_RULES } from './suggest/obstacles.ts';
export {
  measureQuality,
  type QualityOptions,
  type RulesetQuality,
} from './quality/measure-quality.ts';
export { restrictiveRules } from './quality/restrictive-rules.ts';
