import type { Witness } from '@refbench/contracts';
import { keptAsInGolden, type FileLines } from './retained-lines.ts';
import { placeChanges } from './rewritten-places.ts';
import type { TreeChange } from './tree-change.ts';
import { byRuleAndFile, type RuleFiles } from './witness-files.ts';

export interface RewrittenInput {
  readonly rules: readonly string[];
  /** Witnesses of reductive rules on base. */
  readonly base: readonly Witness[];
  /** Witnesses of the same rules on the patched tree. */
  readonly patched: readonly Witness[];
  readonly lines: FileLines;
  readonly golden: TreeChange;
  readonly change: TreeChange;
}

/**
 * How many of base's witnesses were rewritten, by rule and file; each is worth 0..1. A witness is
 * rewritten where all of these hold:
 * - its file is unchanged or gone, or is source that can be scanned;
 * - at least one of its lines left the file, or golden gets rid of the match without touching it;
 * - new code stands in its place, or golden put none there, or the file moved;
 * - of its file's code as much is kept as golden keeps (`keptAsInGolden` is a factor).
 * A file earns no more than the rule's matches in it became fewer.
 */
export function rewrittenWitnesses(input: RewrittenInput): RuleFiles {
  const { lines, golden, change } = input;
  const kept = keptAsInGolden(lines, golden, change);
  const inGolden = placeChanges(lines, golden);
  const inPatched = placeChanges(lines, change);
  const left = byRuleAndFile(input.patched);
  const credits = new Map<string, Map<string, number>>();
  for (const witness of input.base) {
    const { rule, file } = witness;
    const changed = change.get(file);
    if (changed !== undefined && !changed.gone && !changed.isSource) continue;
    const wanted = inGolden(witness);
    const done = inPatched(witness);
    const isRewritten =
      (done.touched || !wanted.touched) &&
      (done.replaced || !wanted.replaced || changed?.gone === true);
    if (!isRewritten) continue;
    const own = credits.get(rule) ?? new Map<string, number>();
    own.set(file, (own.get(file) ?? 0) + kept(file));
    credits.set(rule, own);
  }
  const counts = byRuleAndFile(input.base);
  return new Map(
    [...credits].map(([rule, files]) => [
      rule,
      new Map(
        [...files].map(([file, credit]) => {
          const fewer = (counts.get(rule)?.get(file) ?? 0) - (left.get(rule)?.get(file) ?? 0);
          return [file, Math.min(credit, Math.max(0, fewer))] as const;
        }),
      ),
    ]),
  );
}
