import type { Witness } from '@refbench/contracts';
import type { CodeComparison } from './file-lines.ts';
import type { MovedCode } from './moved-code.ts';
import { placeChanges } from './rewritten-places.ts';
import { byRuleAndFile, type RuleFiles } from './witness-files.ts';

export interface RewrittenInput {
  /** Witnesses of reductive rules on base. */
  readonly base: readonly Witness[];
  /** Witnesses of the same rules on the patched tree. */
  readonly patched: readonly Witness[];
  readonly comparison: CodeComparison;
  readonly moved: MovedCode;
  /** `keptAsInGolden`. */
  readonly kept: (file: string) => number;
  /** Files of base whose code the rules can no longer look into. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * How many of base's witnesses were rewritten, by rule and file; each is worth 0..1. A witness is
 * rewritten where all of these hold:
 * - its file is not hidden, and it is gone, or is source that can be scanned;
 * - at least one of its lines left the file, unless golden gets rid of the match without that;
 * - what stands in its place has at least one of the words that golden puts there, unless golden puts
 *   no new word there;
 * - of its file's code as much is kept as golden keeps (`keptAsInGolden` is a factor).
 * A file earns no more than the number by which the rule's matches in it became fewer.
 */
export function rewrittenWitnesses(input: RewrittenInput): RuleFiles {
  const { comparison, moved, kept, hidden } = input;
  const { lines, golden, patched } = comparison;
  const inGolden = placeChanges(lines, golden, (file) => {
    const home = moved.inGolden(file);
    return home === undefined ? [] : [home];
  });
  const inPatched = placeChanges(lines, patched, moved.copiesInPatch);
  const left = byRuleAndFile(input.patched);
  const credits = new Map<string, Map<string, number>>();
  for (const witness of input.base) {
    const { rule, file } = witness;
    const changed = patched.get(file);
    if (hidden.has(file)) continue;
    if (changed !== undefined && !changed.gone && !changed.isSource) continue;
    const wanted = inGolden(witness);
    const done = inPatched(witness);
    const isRewritten =
      (done.touched || !wanted.touched) && sharesWord(done.newWords, wanted.newWords);
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

function sharesWord(done: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return wanted.size === 0 || [...wanted].some((word) => done.has(word));
}
