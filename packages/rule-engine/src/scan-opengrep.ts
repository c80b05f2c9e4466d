import type { ExternalProgram } from './opengrep/external/external-program.ts';
import { scanExternally } from './opengrep/external/scan-externally.ts';
import type { OpengrepRule } from './opengrep/import/rule-files.ts';
import { openNativeScanner } from './opengrep/native-scanner.ts';
import type { SourceFile } from './rule.ts';
import type { ScanResult } from './scan-result.ts';
import { inOrder } from './witness-order.ts';

/** Reads a tree anew each time it is called. */
export type ReadTree = () => AsyncIterable<SourceFile>;

export interface ScanOpengrepOptions {
  /** For OpenGrep rules that an import has not verified to run natively. */
  readonly program: ExternalProgram | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** All matches of OpenGrep rules, each by its engine; a rule without an engine is an error. */
export async function scanOpengrep(
  rules: readonly OpengrepRule[],
  readTree: ReadTree,
  { program, signal }: ScanOpengrepOptions,
): Promise<ScanResult> {
  const native = rules.filter(({ engine }) => engine === 'native');
  const external = rules.filter(({ engine }) => engine !== 'native');
  const results: ScanResult[] = [];
  if (native.length > 0) results.push(await scanVerified(native, readTree, signal));
  if (external.length > 0 && program !== undefined) {
    results.push(await scanExternally(program, external, readTree(), { signal }));
  }
  if (program === undefined) results.push(withoutEngine(external, NO_PROGRAM));
  return mergedResults(results);
}

const NO_PROGRAM = 'it needs opengrep or semgrep, and neither is installed or wanted';

async function scanVerified(
  rules: readonly OpengrepRule[],
  readTree: ReadTree,
  signal: AbortSignal | undefined,
): Promise<ScanResult> {
  await using scanner = await openNativeScanner(rules, { signal });
  const result = await scanner.scan(readTree());
  const errors = [...scanner.unsupported].map(([rule, reason]) => ({ rule, file: '', reason }));
  return { ...result, errors: [...result.errors, ...errors] };
}

function withoutEngine(rules: readonly OpengrepRule[], reason: string): ScanResult {
  const errors = rules.map(({ id }) => ({ rule: id, file: '', reason }));
  return { witnesses: [], skipped: [], errors, broken: [] };
}

/** One result of several engines' on the same files. */
export function mergedResults(results: readonly ScanResult[]): ScanResult {
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
