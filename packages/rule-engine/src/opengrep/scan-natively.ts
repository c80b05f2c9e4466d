import type { SourceFile } from '../rule.ts';
import type { ScanResult } from '../scan-result.ts';
import type { OpengrepRule } from './import/rule-files.ts';

export interface NativeScan {
  /** Rules that cannot be compiled, with the reason. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** Of the others. */
  readonly result: ScanResult;
}

export async function scanNatively(
  rules: readonly OpengrepRule[],
  _files: AsyncIterable<SourceFile>,
  _options: { readonly signal?: AbortSignal | undefined },
): Promise<NativeScan> {
  return {
    unsupported: new Map(rules.map(({ id }) => [id, 'the native engine does not run it'])),
    result: { witnesses: [], skipped: [], errors: [], broken: [] },
  };
}
