import { join } from 'node:path';
import { refusedRulesSchema } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';
import { opengrepRulesOf } from '../opengrep/opengrep-rules.ts';
import { invalidRules } from '../rule/invalid-rules.ts';
import type { Ruleset } from '../rule/rule.ts';
import { rulesetDigest } from './ruleset-digest.ts';

/** Beside a ruleset: imported OpenGrep rules that do not hold on base and golden here. */
export const REFUSED_RULES_FILE: string = 'refused.json';

/** The refused rules of a ruleset that can be matched nevertheless. */
export interface RefusedRules {
  readonly ruleset: Ruleset;
  /** Number of rules that could not be counted on base and golden, and are left out. */
  readonly uncounted: number;
}

/**
 * Reads `refused.json` of a ruleset.
 * @returns undefined if there is none
 * @throws RefbenchError kind `invalid-file` if it cannot be used
 */
export async function loadRefusedRules(dir: string): Promise<RefusedRules | undefined> {
  const path = join(dir, REFUSED_RULES_FILE);
  const read = await readJsonFile(path, refusedRulesSchema);
  if (read.kind === 'absent') return undefined;
  if (read.kind === 'invalid') throw invalidRules(path, read.reason);
  const counted = read.value.filter(({ counts }) => counts.base !== null && counts.golden !== null);
  const rules = counted.flatMap(({ side, rule }) => opengrepRulesOf({ rules: [rule] }, side, path));
  return {
    ruleset: {
      additive: rules.filter(({ side }) => side === 'additive'),
      reductive: rules.filter(({ side }) => side === 'reductive'),
      digest: rulesetDigest(rules),
    },
    uncounted: read.value.length - counted.length,
  };
}
