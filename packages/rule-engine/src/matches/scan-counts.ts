import type { Rule } from '../rule/rule.ts';
import type { ScanResult } from './scan-result.ts';

/** Match counts by rule id; null if the rule was not scanned completely. */
export type ScanCounts = ReadonlyMap<string, number | null>;

/**
 * Counts the matches of a scan, including 0. A rule with an error is null. After an error without a
 * rule, all rules are null. Skipped files do not make a count null; the caller has to evaluate them.
 */
export function scanCounts(rules: readonly Rule[], result: ScanResult): ScanCounts {
  const matches = new Map<string, number>();
  for (const { rule } of result.witnesses) matches.set(rule, (matches.get(rule) ?? 0) + 1);
  const failed = new Set(result.errors.map((error) => error.rule));
  return new Map(
    rules.map(({ id }) => [id, failed.has(id) || failed.has(null) ? null : (matches.get(id) ?? 0)]),
  );
}
