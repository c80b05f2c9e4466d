import type { RulesetSide } from '@refbench/contracts';
import {
  compileRules,
  scanCounts,
  type AstGrepRule,
  type RepositoryContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { coveredLines, jaccard, MAX_OVERLAP, type CoveredLines } from '@refbench/rulesets';
import { byRule } from '../candidates/measure.ts';
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
 * the contract or cover the lines of an earlier rule are left out. An additive rule counts only in files
 * that base had or that such a file imports, unless golden itself has matches elsewhere: a file that
 * nothing uses satisfies no such rule.
 */
export async function nameAndCheck(
  mined: MinedRules,
  context: RepositoryContext,
  scan: TreeScanOptions,
): Promise<readonly SuggestedRule[]> {
  const taken = new Set<string>();
  const kept: SuggestedRule[] = [];
  for (const side of ['additive', 'reductive'] as const) {
    const named = mined[side].rules.map(({ candidate, own }) => {
      const id = idOf(candidate, taken);
      taken.add(id);
      return { id, candidate, matches: own.length };
    });
    const limited = named.map(({ id, candidate }) =>
      documentOf({ ...candidate, onlyReachable: side === 'additive' }, id),
    );
    const found = await check(limited, side, context, scan);
    const fewer = named.filter(({ id, matches }) => (found.get(id)?.matches ?? 0) < matches);
    const plain = fewer.map(({ id, candidate }) => documentOf(candidate, id));
    const again =
      side === 'additive'
        ? await check(plain, side, context, scan)
        : new Map<string, SuggestedRule>();
    for (const { id } of named) {
      const rule = again.get(id) ?? found.get(id);
      if (rule !== undefined && !isKnown(rule, kept)) kept.push(rule);
    }
  }
  return kept;
}

/** The rules among these documents that hold on the complete trees, by id. */
async function check(
  documents: readonly RuleDocument[],
  side: RulesetSide,
  context: RepositoryContext,
  scan: TreeScanOptions,
): Promise<ReadonlyMap<string, SuggestedRule>> {
  const compiled = (await compileRules(documents, side)).flatMap((one) =>
    'rule' in one ? [one] : [],
  );
  const rules = compiled.map(({ rule }) => rule);
  const scans = await context.scan(rules, scan);
  const [own, other] =
    side === 'additive' ? [scans.golden, scans.base] : [scans.base, scans.golden];
  const [ownCounts, otherCounts] = [scanCounts(rules, own), scanCounts(rules, other)];
  const witnesses = byRule(own.witnesses);
  const holding = new Map<string, SuggestedRule>();
  for (const { document, rule } of compiled) {
    const matches = ownCounts.get(rule.id) ?? 0;
    if (matches === 0 || otherCounts.get(rule.id) !== 0) continue;
    const found = witnesses.get(rule.id) ?? [];
    const files = new Set(found.map(({ file }) => file)).size;
    const lines = coveredLines(found);
    holding.set(rule.id, { document, side, rule, matches, files, lines });
  }
  return holding;
}

function isKnown({ side, lines }: SuggestedRule, kept: readonly SuggestedRule[]): boolean {
  return kept.some((one) => one.side === side && jaccard(one.lines, lines) > MAX_OVERLAP);
}
