import { ResultCollector } from '../ast-grep/result-collector.ts';
import type {
  RuleEngine,
  RuleEngines,
  ScanOptions,
  ScanPlan,
  ScanUnit,
} from '../matches/rule-engine.ts';
import type { Rule, SourceFile } from '../rule/rule.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { scanByDialect } from './scan-by-dialect.ts';

export type SourceFiles = Iterable<SourceFile> | AsyncIterable<SourceFile>;

export interface EngineScanOptions extends ScanOptions {
  /** Without engines, OpenGrep rules become errors of the result. */
  readonly engines?: RuleEngines | undefined;
}

/**
 * Finds all matches of all rules in all files. `read` is called once per dialect. A file is scanned
 * with the rules whose languages and paths admit it. Comments in the source do not suppress matches.
 * Only a few files are in memory at a time, so a large tree can be streamed. Failures of a rule, a
 * file or an engine are entries of the result; only an aborted signal or failing files reject.
 */
export async function scanSources(
  rules: readonly Rule[],
  read: () => SourceFiles,
  options: EngineScanOptions = {},
): Promise<ScanResult> {
  return await scanByDialect(rules, options.engines, (engine, some) =>
    scanWith(engine, some, read(), options),
  );
}

/** Like `scanSources`, for files that can be read more than once. */
export async function scanFiles(
  rules: readonly Rule[],
  files: SourceFiles,
  options: EngineScanOptions = {},
): Promise<ScanResult> {
  return await scanSources(rules, () => files, options);
}

async function scanWith<R extends Rule>(
  engine: RuleEngine<R>,
  rules: readonly R[],
  files: SourceFiles,
  options: ScanOptions,
): Promise<ScanResult> {
  const plan = engine.plan(rules);
  const collector = new ResultCollector();
  await plan.scan(unitsOf(plan, files), options, (result) => collector.add(result));
  return collector.result();
}

async function* unitsOf<R extends Rule>(
  plan: ScanPlan<R>,
  files: SourceFiles,
): AsyncGenerator<ScanUnit<R>> {
  for await (const file of files) {
    for (const wanted of plan.wantedFor(file)) yield { ...file, wanted };
  }
}
