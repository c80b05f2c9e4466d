import {
  scanCounts,
  scanSources,
  type Ruleset,
  type SourceFile,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { instructionFollowing } from '@refbench/scoring';

/** A share for each side and for both; null without rules. */
export type Following = ReturnType<typeof instructionFollowing>;

/**
 * IFR of a state in which only these files differ between base and golden. Rules that hold match no
 * other file.
 */
export async function followingOf(
  ruleset: Ruleset,
  files: readonly SourceFile[],
  { cacheDir: _cacheDir, ...options }: TreeScanOptions,
): Promise<Following> {
  const rules = [...ruleset.additive, ...ruleset.reductive];
  const counts = scanCounts(rules, await scanSources(rules, () => files, options));
  const matched = ruleset.additive.filter(({ id }) => (counts.get(id) ?? 0) > 0).length;
  const unmatched = ruleset.reductive.filter(({ id }) => counts.get(id) === 0).length;
  return instructionFollowing({
    additive: { matched, total: ruleset.additive.length },
    reductive: { unmatched, total: ruleset.reductive.length },
  });
}
