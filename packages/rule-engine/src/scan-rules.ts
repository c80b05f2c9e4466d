import type { LoadedRules } from './load-rules.ts';
import { scanFiles } from './scan-files.ts';
import {
  mergedResults,
  scanOpengrep,
  type ReadTree,
  type ScanOpengrepOptions,
} from './scan-opengrep.ts';
import type { ScanResult } from './scan-result.ts';

/** All matches of rules of both dialects. */
export async function scanRules(
  { astGrep, opengrep }: LoadedRules,
  readTree: ReadTree,
  options: ScanOpengrepOptions,
): Promise<ScanResult> {
  const { signal } = options;
  const results: ScanResult[] = [];
  if (astGrep.length > 0) {
    results.push(await scanFiles(astGrep, readTree(), signal === undefined ? {} : { signal }));
  }
  if (opengrep.length > 0) results.push(await scanOpengrep(opengrep, readTree, options));
  return mergedResults(results);
}
