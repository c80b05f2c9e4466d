import type { Witness } from '@refbench/contracts';
import type { CodeComparison } from './file-lines.ts';
import type { MovedCode } from './moved-code.ts';
import { placeChanges } from './rewritten-places.ts';
import { byRuleAndFile, type RuleFiles } from './witness-files.ts';

/** Input of `rewrittenWitnesses`. */
export interface RewrittenInput {
  /** Witnesses of reductive rules on base. */
  readonly base: readonly Witness[];
  /** Witnesses of the same rules on the patched tree. */
  readonly patched: readonly Witness[];
  readonly comparison: CodeComparison;
  readonly moved: MovedCode;
  /** How much of the code around a place the patch keeps: `RetainedCode.around`. */
  readonly kept: (place: Witness) => number;
  /** Base files whose code is now where the rules cannot match. */
  readonly hidden: ReadonlySet<string>;
  /** Words that new links add to paths. */
  readonly namesOfLinks: ReadonlySet<string>;
}

/**
 * Counts the witnesses of base that were rewritten, by rule and file. A witness counts if all of these
 * conditions hold:
 * - Its file is not hidden, and is either removed or source code that can be scanned.
 * - At least one of its lines was removed from the file, unless golden removes the match without
 *   removing a line.
 * - Its replacement contains at least one of the new words in golden's replacement, unless golden adds
 *   no new word. The name of a link is no new word.
 * - Its replacement does not compute the names of members, unless golden's does.
 *
 * Each witness counts with the share of the code around it that the patch keeps as golden does, in 0..1.
 * A file earns at most the decrease in the number of matches of the rule in it.
 */
export function rewrittenWitnesses(input: RewrittenInput): RuleFiles {
  const { comparison, moved, kept, hidden } = input;
  const { lines, golden, patched } = comparison;
  const inGolden = placeChanges(lines, golden, (file) => {
    const home = moved.inGolden(file);
    return home === undefined ? [] : [home];
  });
  const inPatched = placeChanges(lines, patched, moved.copiesInPatch);
  const remaining = byRuleAndFile(input.patched);
  const credits = new Map<string, Map<string, number>>();
  for (const witness of input.base) {
    const { rule, file } = witness;
    const changed = patched.get(file);
    if (hidden.has(file)) continue;
    if (changed !== undefined && !changed.gone && !changed.isSource) continue;
    const expected = inGolden(witness);
    const actual = inPatched(witness);
    const isRewritten =
      (actual.touched || !expected.touched) &&
      (!actual.isComputed || expected.isComputed) &&
      sharesWord(actual.newWords, expected.newWords, input.namesOfLinks);
    if (!isRewritten) continue;
    const own = credits.get(rule) ?? new Map<string, number>();
    own.set(file, (own.get(file) ?? 0) + kept(witness));
    credits.set(rule, own);
  }
  const counts = byRuleAndFile(input.base);
  return new Map(
    [...credits].map(([rule, files]) => [
      rule,
      new Map(
        [...files].map(([file, credit]) => {
          const decrease =
            (counts.get(rule)?.get(file) ?? 0) - (remaining.get(rule)?.get(file) ?? 0);
          return [file, Math.min(credit, Math.max(0, decrease))] as const;
        }),
      ),
    ]),
  );
}

function sharesWord(
  actual: ReadonlySet<string>,
  expected: ReadonlySet<string>,
  namesOfLinks: ReadonlySet<string>,
): boolean {
  if (expected.size === 0) return true;
  for (const word of expected) if (actual.has(word) && !namesOfLinks.has(word)) return true;
  return false;
}
