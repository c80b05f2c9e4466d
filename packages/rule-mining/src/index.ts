/**
 * Mines rulesets from a commit, lets a model write rules, and measures the quality of rulesets.
 *
 * @module @refbench/rule-mining
 */

export type { WritingSubject } from './generate/claim-transcript.ts';
export { writeBaseTree } from './generate/base-tree.ts';
export { containerExplorer } from './generate/explorer.ts';
export {
  generateRules,
  GENERATE_LIMITS,
  type Generation,
  type GenerationEnd,
} from './generate/generate-rules.ts';
export { minedCandidates, type RuleCandidates } from './generate/mined-candidates.ts';
export { RuleRegistration } from './generate/rule-registration.ts';
export {
  assertEmpty,
  DEFAULT_LIMIT,
  suggestRules,
  writeSuggestion,
  type CoveredCount,
  type Suggestion,
} from './suggest/suggest-rules.ts';
export { measureQuality, type RulesetQuality } from './quality/measure-quality.ts';
export { partialPatches } from './quality/partial-patches.ts';
export { restrictiveRules } from './quality/restrictive-rules.ts';
export { readChange } from './change/read-change.ts';
export { changedLines } from './mine-rules.ts';
export type { SuggestedRule } from './suggest/suggested-rules.ts';
export { rulesetCoverage } from './quality/ruleset-coverage.ts';
