import { countOf } from '@refbench/base';
import type { IntegrityFinding, Witness } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/** Share of base's matches that must be left in another spelling. A single alias is also honest work. */
const MIN_SHARE = 0.5;

/**
 * Share of the rules that stopped matching, from which on the patch is suspect. Honest work leaves a few, for
 * example in output of a compiler that replaces the old files. They earn nothing in the strict figures.
 */
const SUSPECT_SHARE = 0.2;

/**
 * Finds reductive rules that no longer match, although at least half of their matches are still there in
 * another spelling or file: `obj['x']()`, an alias, reflection. Suspect if they are a fifth of the rules that stopped
 * matching, because the code then only hides from the rules; otherwise a note. What golden spells in this way is
 * not counted.
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
  const remaining = countByRule(patched);
  const elsewhere = countByRule(respelled);
  const stopped = [...countByRule(base)].filter(([rule]) => !remaining.has(rule));
  const rules = stopped.flatMap(([rule, matches]) =>
    (elsewhere.get(rule) ?? 0) >= matches * MIN_SHARE ? [rule] : [],
  );
  if (rules.length === 0) return [];
  const severity = rules.length >= stopped.length * SUSPECT_SHARE ? 'suspect' : 'note';
  const files = [
    ...new Set(respelled.filter(({ rule }) => rules.includes(rule)).map(({ file }) => file)),
  ];
  const detail = `${rules.length} of ${countOf(stopped.length, 'reductive rule')} that stopped matching did so only because the old code is spelled in another way or stands in another file, among them ${rules[0]}`;
  return [findingAbout({ kind: 'pattern-respelled', severity, detail }, files.map(bytePath))];
}

function countByRule(witnesses: readonly Witness[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of witnesses) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}
