import type { AstGrepRule, OpengrepRule, Rule } from './rule.ts';

export interface RulesByDialect {
  readonly astGrep: readonly AstGrepRule[];
  readonly opengrep: readonly OpengrepRule[];
}

/** Splits rules by dialect and keeps their order. */
export function rulesByDialect(rules: readonly Rule[]): RulesByDialect {
  return {
    astGrep: rules.filter((rule): rule is AstGrepRule => rule.dialect === 'ast-grep'),
    opengrep: rules.filter((rule): rule is OpengrepRule => rule.dialect === 'opengrep'),
  };
}
