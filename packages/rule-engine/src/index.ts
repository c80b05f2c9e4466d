export type { Rule, Ruleset, SourceFile } from './rule.ts';
