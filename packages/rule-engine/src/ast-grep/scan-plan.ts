import { languagesOfPath, type Language } from '@refbench/code-facts';
import { compilePrefilter, type Prefilter } from './prefilter.ts';
import { requiredText } from './required-literals.ts';
import type { PlannedRule, Wanted } from '../matches/rule-engine.ts';
import type { AstGrepRule } from '../rule/rule.ts';

/** Assigns rules to files and rules out those that cannot match the content. */
export interface AstGrepPlan {
  readonly rules: readonly AstGrepRule[];
  /** Selects rules by the path: its language, and `files` and `ignores` of the rules. */
  wantedFor(path: string): readonly Wanted<AstGrepRule>[];
  /** Selects the rules that may match the content. */
  candidates(
    language: Language,
    wanted: Wanted<AstGrepRule>,
    bytes: Buffer,
  ): readonly PlannedRule[];
}

export function planScan(rules: readonly AstGrepRule[]): AstGrepPlan {
  const groups = new Map<Language, PlannedRule<AstGrepRule>[]>();
  for (const [index, rule] of rules.entries()) {
    const group = groups.get(rule.language) ?? [];
    group.push({ rule, index });
    groups.set(rule.language, group);
  }
  const prefilters = new Map<Language, Prefilter>();
  const places = new Map<number, number>();
  for (const [language, group] of groups) {
    const required = group.map(({ rule }) => requiredText(rule.matcher));
    prefilters.set(language, compilePrefilter(required));
    for (const [place, { index }] of group.entries()) places.set(index, place);
  }
  return {
    rules,
    wantedFor: (path) =>
      [...languagesOfPath(path), 'Text' as const].flatMap((language) => {
        const group = groups.get(language) ?? [];
        const admitted = group.filter(({ rule }) => rule.scope.includes(path));
        return admitted.length === 0 ? [] : [{ kind: language, rules: admitted }];
      }),
    candidates: (language, { rules: wanted }, bytes) => {
      const flags = prefilters.get(language)?.mayMatch(bytes) ?? [];
      return wanted.filter(({ index }) => flags[places.get(index) ?? 0] === true);
    },
  };
}
