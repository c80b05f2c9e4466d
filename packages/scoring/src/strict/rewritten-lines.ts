import type { CodeComparison } from './file-lines.ts';
import { isSignificant, lineKey, type FileChange } from './tree-change.ts';

/**
 * The rewritten share of old code for a ruleset without reductive rules. Of the lines that golden
 * removes from a file, it is the share that the patch removes too, multiplied by
 * `RetainedCode.inFile`. For a file from which golden removes nothing, it is the share over all files.
 * It is 1 if golden removes nothing at all, because there is no code to replace.
 */
export function rewrittenLines(
  { golden, patched }: CodeComparison,
  kept: (file: string) => number,
): (file: string) => number {
  const shares = new Map<string, { readonly expected: number; readonly done: number }>();
  for (const [file, change] of golden) {
    const expected = removedLines(change);
    const removed = removedLines(patched.get(file));
    const done = [...expected].filter((key) => removed.has(key)).length * kept(file);
    if (expected.size > 0) shares.set(file, { expected: expected.size, done });
  }
  let [expected, done] = [0, 0];
  for (const share of shares.values()) {
    expected += share.expected;
    done += share.done;
  }
  const whole = expected === 0 ? 1 : done / expected;
  return (file) => {
    const share = shares.get(file);
    return share === undefined ? whole : share.done / share.expected;
  };
}

/** Significant lines that are no longer in the file. */
function removedLines(change: FileChange | undefined): ReadonlySet<string> {
  if (change === undefined || (!change.gone && !change.isSource)) return new Set();
  const keys = (side: 'removed' | 'added'): readonly string[] =>
    change.hunks.flatMap((hunk) => hunk[side].map(({ text }) => lineKey(text)));
  const added = new Set(keys('added'));
  return new Set(keys('removed').filter((key) => isSignificant(key) && !added.has(key)));
}
