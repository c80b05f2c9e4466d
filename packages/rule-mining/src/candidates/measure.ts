import type { Witness } from '@refbench/contracts';
import {
  compileRules,
  scanFiles,
  type AstGrepRule,
  type ScanOptions,
  type SourceFile,
} from '@refbench/rule-engine';
import type { Candidate } from './candidate.ts';
import { documentOf } from './rule-document.ts';
import { siblingsOf } from './sibling-languages.ts';

/** A candidate with its matches in the changed files of both trees. */
export interface Measured {
  readonly candidate: Candidate;
  readonly rule: AstGrepRule;
  /** On the tree that the rule describes. */
  readonly own: readonly Witness[];
  /** On the other tree; the contract allows none. */
  readonly other: readonly Witness[];
  /** Matches of the pattern on the other tree that the paths of the rule exclude. */
  readonly excluded?: readonly Witness[];
}

/**
 * Scans changed files for all candidates of a side. Candidates that do not compile or scan are left
 * out. `other` is `none` if the candidates are known not to match the other tree.
 */
export async function measureCandidates(
  candidates: readonly Candidate[],
  own: Iterable<SourceFile>,
  other: Iterable<SourceFile> | 'none',
  options: ScanOptions,
): Promise<readonly Measured[]> {
  const [first] = candidates;
  if (first === undefined) return [];
  const documents = candidates.map((candidate, index) => documentOf(candidate, String(index)));
  const compiled = await compileRules(documents, first.side);
  const rules = compiled.flatMap((one) => ('rule' in one ? [one.rule] : []));
  const here = await scanFiles(rules, own, options);
  const foreign = other === 'none' ? [] : [...other];
  const there = await scanFiles(rules, foreign, options);
  const failed = new Set([...here.errors, ...there.errors].map(({ rule }) => rule));
  const [ownBy, otherBy] = [byRule(here.witnesses), byRule(there.witnesses)];
  const converted = await matchesOfSiblings(candidates, foreign, options);
  return compiled.flatMap((one, index) => {
    const candidate = candidates[index];
    if (!('rule' in one) || candidate === undefined || failed.has(one.rule.id)) return [];
    const { rule } = one;
    const found = [...(otherBy.get(rule.id) ?? []), ...(converted.get(rule.id) ?? [])];
    return [{ candidate, rule, own: ownBy.get(rule.id) ?? [], other: found }];
  });
}

/** Matches of the same patterns in sibling languages, by the index of the candidate. */
async function matchesOfSiblings(
  candidates: readonly Candidate[],
  files: readonly SourceFile[],
  options: ScanOptions,
): Promise<ReadonlyMap<string, readonly Witness[]>> {
  const [first] = candidates;
  const documents = candidates.flatMap((candidate, index) =>
    siblingsOf(candidate.language).map((language) =>
      documentOf({ ...candidate, language }, `${index}-${language.toLowerCase()}`),
    ),
  );
  if (first === undefined || documents.length === 0 || files.length === 0) return new Map();
  const compiled = await compileRules(documents, first.side);
  const rules = compiled.flatMap((one) => ('rule' in one ? [one.rule] : []));
  const { witnesses } = await scanFiles(rules, files, options);
  return byRule(
    witnesses.map((witness) => ({ ...witness, rule: witness.rule.split('-')[0] ?? '' })),
  );
}

/** Groups witnesses by the id of their rule. */
export function byRule(witnesses: readonly Witness[]): ReadonlyMap<string, readonly Witness[]> {
  const groups = new Map<string, Witness[]>();
  for (const witness of witnesses) {
    const group = groups.get(witness.rule);
    if (group === undefined) groups.set(witness.rule, [witness]);
    else group.push(witness);
  }
  return groups;
}
