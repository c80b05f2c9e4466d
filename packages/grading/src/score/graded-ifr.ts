import { scanCounts, type Ruleset, type ScanCounts } from '@refbench/rule-engine';
import { gradedFollowing } from '@refbench/scoring';
import type { TreeScan } from '../scan/tree-scan.ts';

/** Returns the reference match counts: additive rules on golden, reductive rules on base. */
export function referenceCounts(
  ruleset: Ruleset,
  base: ScanCounts,
  golden: ScanCounts,
): ScanCounts {
  const of = (counts: ScanCounts, { id }: { readonly id: string }): [string, number | null] => [
    id,
    counts.get(id) ?? null,
  ];
  return new Map([
    ...ruleset.additive.map((rule) => of(golden, rule)),
    ...ruleset.reductive.map((rule) => of(base, rule)),
  ]);
}

/**
 * Computes graded IFR of a patched tree, which is not in the paper. Returns null if a rule did not
 * complete on all files or has no reference count.
 */
export function gradedIfr(ruleset: Ruleset, reference: ScanCounts, scan: TreeScan): number | null {
  const patched = scanCounts([...ruleset.additive, ...ruleset.reductive], scan);
  const rules = (['additive', 'reductive'] as const).flatMap((side) =>
    ruleset[side].map(({ id }) => ({ side, of: reference.get(id), is: patched.get(id) })),
  );
  const known = rules.flatMap(({ side, of, is }) =>
    typeof of === 'number' && of > 0 && typeof is === 'number'
      ? [{ side, reference: of, patched: is }]
      : [],
  );
  return known.length === rules.length ? gradedFollowing(known) : null;
}
