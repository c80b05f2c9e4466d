import {
  admitAgainstBase,
  editedPair,
  scanCounts,
  scanSources,
  type RepositoryContext,
  type Ruleset,
  type SourceFile,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { instructionFollowing } from '@refbench/scoring';

/** A share for each side and for both; null without rules. */
export type Following = ReturnType<typeof instructionFollowing>;

/** A state of the project between base and golden. */
export interface ChangedState {
  /** The paths that differ between base and golden. */
  readonly changed: ReadonlySet<string>;
  /** The files of the state among them. */
  readonly files: readonly SourceFile[];
}

/**
 * IFR of a state in which only the files that golden changes differ from base. Rules that hold match
 * no other file.
 */
export async function followingOf(
  context: RepositoryContext,
  ruleset: Ruleset,
  { changed, files }: ChangedState,
  { cacheDir: _cacheDir, ...options }: TreeScanOptions,
): Promise<Following> {
  const rules = [...ruleset.additive, ...ruleset.reductive];
  const found = await scanSources(rules, () => files, options);
  const scan = await admitAgainstBase(rules, found, editedPair(context, changed, files));
  const counts = scanCounts(rules, scan);
  const matched = ruleset.additive.filter(({ id }) => (counts.get(id) ?? 0) > 0).length;
  const unmatched = ruleset.reductive.filter(({ id }) => counts.get(id) === 0).length;
  return instructionFollowing({
    additive: { matched, total: ruleset.additive.length },
    reductive: { unmatched, total: ruleset.reductive.length },
  });
}
