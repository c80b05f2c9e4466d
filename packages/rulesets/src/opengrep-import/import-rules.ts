import type { RulesetSide } from '@refbench/contracts';
import {
  checkContract,
  scanCounts,
  type OpengrepRule,
  type RuleContext,
  type ScanCounts,
  type ScanResult,
  type TreeScanOptions,
} from '@refbench/rule-engine';

export interface ImportedRule {
  /** The rule with its detected side. */
  readonly rule: OpengrepRule;
  readonly status: 'ok' | 'invalid';
  /** Reason why it is invalid; empty otherwise. */
  readonly reason: string;
  /** Matches on each tree; null if they could not be counted. */
  readonly counts: { readonly base: number | null; readonly golden: number | null };
}

/** Checks the contract of rules on base and golden, in the order of the rules. */
export async function importRules(
  rules: readonly OpengrepRule[],
  context: RuleContext,
  options: TreeScanOptions,
): Promise<readonly ImportedRule[]> {
  const { base, golden } = await context.scan(rules, options);
  const counts = { base: scanCounts(rules, base), golden: scanCounts(rules, golden) };
  const failures = failuresOf([base, golden]);
  return rules.map((rule) => judge(rule, counts, failures.get(rule.id)));
}

function judge(
  rule: OpengrepRule,
  counts: { readonly base: ScanCounts; readonly golden: ScanCounts },
  failure: string | undefined,
): ImportedRule {
  const base = counts.base.get(rule.id) ?? null;
  const golden = counts.golden.get(rule.id) ?? null;
  const side = sideOf(rule, base, golden);
  const sided = { ...rule, side };
  const { violations } = checkContract([sided], counts.base, counts.golden);
  const misplaced =
    side === 'reductive' && rule.within !== undefined
      ? 'metadata.within: only additive rules can have it'
      : undefined;
  const reason = failure ?? misplaced ?? violations.map(({ sentence }) => sentence).join('; ');
  const status = reason === '' ? 'ok' : 'invalid';
  return { rule: sided, status, reason, counts: { base, golden } };
}

/** Determines the side by the file name, as in CodeTaste, otherwise by the matches. */
function sideOf({ file }: OpengrepRule, base: number | null, golden: number | null): RulesetSide {
  if (/(?:^|\/)rules_positive\.ya?ml$/.test(file)) return 'additive';
  if (/(?:^|\/)rules_negative\.ya?ml$/.test(file)) return 'reductive';
  return (base ?? 0) > 0 && golden === 0 ? 'reductive' : 'additive';
}

/** Maps the id of a rule to the first reason why its matches are unknown. */
function failuresOf(scans: readonly ScanResult[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const { rule, file, reason } of scans.flatMap(({ errors }) => errors)) {
    if (rule !== null && !reasons.has(rule)) {
      reasons.set(rule, file === '' ? reason : `${file}: ${reason}`);
    }
  }
  return reasons;
}
