import type { Rule } from './rule.ts';
import type { ScanResult } from './scan-result.ts';

/** Matches of each rule in one tree, by id; null where the scan did not get through all its files. */
export type ScanCounts = ReadonlyMap<string, number | null>;

/**
 * Counts of a scan, 0 included. A rule with an error is null; so is each of them after an error
 * that names no rule. Skipped files do not make a count null: they are the caller's to judge.
 */
export function scanCounts(rules: readonly Rule[], result: ScanResult): ScanCounts {
  const matches = new Map<string, number>();
  for (const { rule } of result.witnesses) matches.set(rule, (matches.get(rule) ?? 0) + 1);
  const failed = new Set(result.errors.map((error) => error.rule));
  return new Map(
    rules.map(({ id }) => [id, failed.has(id) || failed.has(null) ? null : (matches.get(id) ?? 0)]),
  );
}
