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
