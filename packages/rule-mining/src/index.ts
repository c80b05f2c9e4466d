/**
 * Mines rulesets from a commit, lets a model write rules, and measures the quality of rulesets.
 *
 * @module @refbench/rule-mining
 */

export { writeBaseTree } from './generate/base-tree.ts';
export {
  containerExplorer,
  type ContainerExplorerOptions,
  type Explorer,
} from './generate/explorer.ts';
export {
  generateRules,
  GENERATE_LIMITS,
  type GenerateLimits,
  type GenerateOptions,
  type Generation,
  type GenerationEnd,
} from './generate/generate-rules.ts';
export { RuleRegistration, type RegistrationOptions } from './generate/rule-registration.ts';
export type { RegisteredRule } from './generate/register-tool.ts';
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
export { readChange } from './change/read-change.ts';
export { rulesetCoverage, type RulesetCoverage } from './quality/ruleset-coverage.ts';
