import type { CodeComparison } from './file-lines.ts';
import { isTelling, lineKey, type FileChange } from './tree-change.ts';

/**
 * For a ruleset without reductive rules: the share of the lines that golden takes from a file which
 * the patch takes from it as well, times `keptAsInGolden`; for a file that golden takes nothing from,
 * the share over all files. 1 where golden takes nothing at all: then nothing is to be replaced.
 */
export function rewrittenLines(
  { golden, patched }: CodeComparison,
  kept: (file: string) => number,
): (file: string) => number {
  const shares = new Map<string, { readonly wanted: number; readonly done: number }>();
  for (const [file, change] of golden) {
    const wanted = takenLines(change);
    const taken = takenLines(patched.get(file));
    const done = [...wanted].filter((key) => taken.has(key)).length * kept(file);
    if (wanted.size > 0) shares.set(file, { wanted: wanted.size, done });
  }
  let [wanted, done] = [0, 0];
  for (const share of shares.values()) {
    wanted += share.wanted;
    done += share.done;
  }
  const whole = wanted === 0 ? 1 : done / wanted;
  return (file) => {
    const share = shares.get(file);
    return share === undefined ? whole : share.done / share.wanted;
  };
}

/** Telling lines that are no longer in the file. */
function takenLines(change: FileChange | undefined): ReadonlySet<string> {
  if (change === undefined || (!change.gone && !change.isSource)) return new Set();
  const keys = (side: 'removed' | 'added'): readonly string[] =>
    change.hunks.flatMap((hunk) => hunk[side].map(({ text }) => lineKey(text)));
  const added = new Set(keys('added'));
  return new Set(keys('removed').filter((key) => isTelling(key) && !added.has(key)));
}
