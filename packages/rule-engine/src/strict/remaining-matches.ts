import type { Witness } from '@refbench/contracts';
import type { Repository } from '@refbench/repos';
import type { FileLines } from '@refbench/scoring';
import { respelledMatches } from '../live-code/respelled-matches.ts';
import type { Rule } from '../rule/rule.ts';
import type { EngineScanOptions } from '../scan/scan-files.ts';
import { movedMatches } from './moved-matches.ts';
import type { ScannedTree, TreeState } from './tree-state.ts';

export interface RemainingOptions {
  readonly repository: Repository;
  readonly base: ScannedTree;
  /** Lines of the files that the rules match on base. */
  readonly fullLines: FileLines;
  readonly other: ScannedTree;
  /** Files that golden removes. Where other code of the same kind belongs is then open. */
  readonly movedByGolden: ReadonlySet<string>;
  /** How the other tree differs from base. */
  readonly state: TreeState;
  readonly reductive: readonly Rule[];
  readonly scan: EngineScanOptions;
}

/**
 * Finds matches of reductive rules that a scan does not see, although the old code is still there: in another
 * spelling, or in files at which the rules do not look.
 */
export async function remainingMatches(options: RemainingOptions): Promise<readonly Witness[]> {
  const { repository, base, fullLines, other, state, reductive, scan, movedByGolden } = options;
  const shared = { repository, tree: other.tree, files: state.written, reductive, scan };
  const { witnesses } = other.scan;
  const respelled = await respelledMatches({ ...shared, base: base.tree, witnesses });
  const moved = await movedMatches({
    ...shared,
    baseTree: base.tree,
    base: base.scan.witnesses.filter(({ file }) => !movedByGolden.has(file)),
    witnesses,
    baseLines: fullLines,
    lines: state.lines,
  });
  return [...respelled, ...moved];
}
