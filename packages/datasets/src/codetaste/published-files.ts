import type { RulesetSide, Track } from '@refbench/contracts';

/** The names of the files of a published instance. */

/** The text of each track. */
export const TEXTS: readonly (readonly [Track, string])[] = [
  ['instructed', 'description.md'],
  ['open', 'open_description.md'],
];

export const RULE_FILES: Readonly<Record<RulesetSide, string>> = {
  additive: 'rules_positive.yml',
  reductive: 'rules_negative.yml',
};

export const PATCH = 'prediction.diff';

/** The publisher's names of reference agents. */
export const PSEUDO_AGENTS: Readonly<Record<string, string>> = {
  golden: 'golden_agent',
  nop: 'null_agent',
};
