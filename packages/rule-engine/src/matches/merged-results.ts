import type { OpengrepRule } from '../rule/rule.ts';
import type { ScanResult } from './scan-result.ts';
import { inOrder } from './witness-order.ts';

/** Merges the results of several engines on the same files. */
export function mergedResults(results: readonly ScanResult[]): ScanResult {
  const [only] = results;
  if (results.length === 1 && only !== undefined) return only;
  const skipped = new Map(
    results.flatMap((result) => result.skipped.map((file) => [file.file, file] as const)),
  );
  return {
    witnesses: inOrder(results.flatMap((result) => result.witnesses)),
    skipped: [...skipped.values()],
    errors: results.flatMap((result) => result.errors),
    broken: [...new Set(results.flatMap((result) => result.broken))].sort(),
  };
}

/** Creates the result for rules without an engine, whose matches are unknown. */
export function withoutEngine(rules: readonly OpengrepRule[]): ScanResult {
  const reason = 'no OpenGrep program was given to run it';
  const errors = rules.map(({ id }) => ({ rule: id, file: '', reason }));
  return { witnesses: [], skipped: [], errors, broken: [] };
}
