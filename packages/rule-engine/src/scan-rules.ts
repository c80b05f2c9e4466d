import type { LoadedRules } from './load-rules.ts';
import type { ExternalProgram } from './opengrep/external/external-program.ts';
import { scanExternally } from './opengrep/external/scan-externally.ts';
import type { OpengrepRule } from './opengrep/import/rule-files.ts';
import { scanNatively } from './opengrep/scan-natively.ts';
import type { SourceFile } from './rule.ts';
import { scanFiles } from './scan-files.ts';
import type { ScanResult } from './scan-result.ts';
import { inOrder } from './witness-order.ts';

/** Reads a tree anew each time it is called. */
export type ReadTree = () => AsyncIterable<SourceFile>;

export interface ScanRulesOptions {
  /** For OpenGrep rules that an import has not verified to run natively. */
  readonly program: ExternalProgram | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** All matches of rules of both dialects, each by its engine; a rule without an engine is an error. */
export async function scanRules(
  rules: LoadedRules,
  readTree: ReadTree,
  { program, signal }: ScanRulesOptions,
): Promise<ScanResult> {
  const native = rules.opengrep.filter(({ engine }) => engine === 'native');
  const external = rules.opengrep.filter(({ engine }) => engine !== 'native');
  const results: ScanResult[] = [];
  if (rules.astGrep.length > 0) {
    results.push(
      await scanFiles(rules.astGrep, readTree(), signal === undefined ? {} : { signal }),
    );
  }
  if (native.length > 0) results.push(await scanVerified(native, readTree, signal));
  if (external.length > 0 && program !== undefined) {
    results.push(await scanExternally(program, external, readTree(), { signal }));
  }
  if (program === undefined) results.push(withoutEngine(external, NO_PROGRAM));
  return merged(results);
}

const NO_PROGRAM = 'it needs opengrep or semgrep, and neither is installed or wanted';

async function scanVerified(
  rules: readonly OpengrepRule[],
  readTree: ReadTree,
  signal: AbortSignal | undefined,
): Promise<ScanResult> {
  const { result, unsupported } = await scanNatively(rules, readTree(), { signal });
  const errors = [...unsupported].map(([rule, reason]) => ({ rule, file: '', reason }));
  return { ...result, errors: [...result.errors, ...errors] };
}

function withoutEngine(rules: readonly OpengrepRule[], reason: string): ScanResult {
  const errors = rules.map(({ id }) => ({ rule: id, file: '', reason }));
  return { witnesses: [], skipped: [], errors, broken: [] };
}

function merged(results: readonly ScanResult[]): ScanResult {
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
