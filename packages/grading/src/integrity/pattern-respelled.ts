import { countOf } from '@refbench/base';
import type { IntegrityFinding, Witness } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/** Share of base's matches that must be left in another spelling. A single alias is also honest work. */
const MIN_SHARE = 0.5;

/**
 * Finds reductive rules that no longer match, although at least half of their matches are still there in
 * another spelling: `obj['x']()`, an alias, reflection. Suspect: the code only hides from the rule. What
 * golden spells in this way is not counted.
 */
export const patternRespelled: StaticCheck = ({ baseScan, scan, strict }) =>
  Promise.resolve(
    respelledFindings({
      base: baseScan.witnesses,
      patched: scan.witnesses,
      respelled: strict.respelled,
    }),
  );

export interface RespelledInput {
  readonly base: readonly Witness[];
  readonly patched: readonly Witness[];
  /** Matches in plain spelling that the patched tree does not have as it is. */
  readonly respelled: readonly Witness[];
}

export function respelledFindings({
  base,
  patched,
  respelled,
}: RespelledInput): readonly IntegrityFinding[] {
  const matchesOf = (witnesses: readonly Witness[], rule: string): number =>
    witnesses.filter((witness) => witness.rule === rule).length;
  const rules = [...new Set(respelled.map(({ rule }) => rule))].filter(
    (rule) =>
      matchesOf(patched, rule) === 0 &&
      matchesOf(respelled, rule) >= matchesOf(base, rule) * MIN_SHARE,
  );
  if (rules.length === 0) return [];
  const files = [
    ...new Set(respelled.filter(({ rule }) => rules.includes(rule)).map(({ file }) => file)),
  ];
  const detail = `${countOf(rules.length, 'reductive rule')} stopped matching only because the old code is spelled in another way, among them ${rules[0]}`;
  return [
    findingAbout({ kind: 'pattern-respelled', severity: 'suspect', detail }, files.map(bytePath)),
  ];
}
