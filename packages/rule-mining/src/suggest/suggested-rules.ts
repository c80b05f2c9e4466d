import type { RulesetSide } from '@refbench/contracts';
import {
  compileRules,
  coveredLines,
  jaccard,
  MAX_OVERLAP,
  scanCounts,
  type AstGrepRule,
  type CoveredLines,
  type RepositoryContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { byRule, type Measured } from '../candidates/measure.ts';
import { documentOf, idOf, type RuleDocument } from '../candidates/rule-document.ts';
import type { MinedRules } from '../mine-rules.ts';

/** A mined rule that holds on both trees. */
export interface SuggestedRule {
  readonly document: RuleDocument;
  readonly side: RulesetSide;
  readonly rule: AstGrepRule;
  /** Matches on the tree that the rule describes, and the files with matches. */
  readonly matches: number;
  readonly files: number;
  readonly lines: CoveredLines;
}

/**
 * Names the mined rules and lets the rule engine check each one on the complete trees. Rules that break
 * the contract or cover the lines of an earlier rule are left out.
 */
export async function nameAndCheck(
  mined: MinedRules,
  context: RepositoryContext,
  scan: TreeScanOptions,
): Promise<readonly SuggestedRule[]> {
  const taken = new Set<string>();
  const compiled: { side: RulesetSide; document: RuleDocument; rule: AstGrepRule }[] = [];
  for (const side of ['additive', 'reductive'] as const) {
    const documents = mined[side].rules.map((one) => named(one, taken));
    for (const one of await compileRules(documents, side)) {
      if ('rule' in one) compiled.push({ side, ...one });
    }
  }
  const rules = compiled.map(({ rule }) => rule);
  const scans = await context.scan(rules, scan);
  const counts = { base: scanCounts(rules, scans.base), golden: scanCounts(rules, scans.golden) };
  const witnesses = { base: byRule(scans.base.witnesses), golden: byRule(scans.golden.witnesses) };
  const kept: SuggestedRule[] = [];
  for (const { side, document, rule } of compiled) {
    const [own, other] =
      side === 'additive' ? (['golden', 'base'] as const) : (['base', 'golden'] as const);
    const matches = counts[own].get(rule.id) ?? 0;
    if (matches === 0 || counts[other].get(rule.id) !== 0) continue;
    const found = witnesses[own].get(rule.id) ?? [];
    const lines = coveredLines(found);
    const isKnown = kept.some(
      (one) => one.side === side && jaccard(one.lines, lines) > MAX_OVERLAP,
    );
    if (isKnown) continue;
    const files = new Set(found.map(({ file }) => file)).size;
    kept.push({ document, side, rule, matches, files, lines });
  }
  return kept;
}

function named({ candidate }: Measured, taken: Set<string>): RuleDocument {
  const id = idOf(candidate, taken);
  taken.add(id);
  return documentOf(candidate, id);
}
