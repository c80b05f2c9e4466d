import type { Digest } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import type { Rule } from '../rule/rule.ts';

/**
 * Returns the digest of a ruleset: what its rules mean, independent of files and formatting.
 * @param rules first the additive, then the reductive rules, each sorted by id in code-unit order
 */
export function rulesetDigest(rules: readonly Rule[]): Digest {
  return digestOf(rules.map(({ side, id, digest }) => ({ side, id, digest })));
}
