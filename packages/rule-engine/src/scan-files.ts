import type { Rule, SourceFile } from './rule.ts';
import { planScan, type ScanPlan } from './scan-plan.ts';
import type { ScanResult } from './scan-result.ts';
import { ResultCollector } from './result-collector.ts';
import { scanUnits, type ScanOptions, type ScanUnit } from './scan-units.ts';

/**
 * All matches of all rules in all files. A file is scanned by the rules of its extension's language
 * whose `files` and `ignores` admit its path; comments in the source do not suppress a match.
 * Few files are held at a time, so a large tree may be streamed. Failures of a rule, a file or the
 * engine are entries of the result; only an aborted signal or a failing `files` rejects.
 */
export async function scanFiles(
  rules: readonly Rule[],
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  options: ScanOptions = {},
): Promise<ScanResult> {
  const plan = planScan(rules);
  const collector = new ResultCollector();
  await scanUnits(plan, unitsOf(plan, files), options, (result) => collector.add(result));
  return collector.result();
}

async function* unitsOf(
  plan: ScanPlan,
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
): AsyncGenerator<ScanUnit> {
  for await (const { path, bytes } of files) {
    for (const wanted of plan.wantedFor(path)) yield { path, bytes, wanted };
  }
}
