import { isTelling, lineKey, type TreeChange } from './tree-change.ts';

/** Text of base files, a line an entry; comment-only lines are empty. */
export type FileLines = ReadonlyMap<string, readonly string[]>;

/** Golden keeps so little of a file that its deletion is what the task asks for. */
const DELETED_BELOW = 0.1;

/** An independent refactoring may keep fewer lines than golden does, down to this part of them. */
const ENOUGH = 0.5;

/**
 * How much of a base file's code a tree still holds, in 0..1: the share of the file's distinct
 * telling lines that stand in the file or were added anywhere in source. Code that moved counts as
 * held; code that was deleted, commented out or moved out of the source does not.
 */
export function retainedLines(lines: FileLines, change: TreeChange): (file: string) => number {
  const added = addedKeys(change);
  return (file) => {
    const own = lines.get(file) ?? [];
    const telling = new Set(own.map(lineKey).filter(isTelling));
    const changed = change.get(file);
    if (changed === undefined || telling.size === 0) return 1;
    const kept = new Set(added);
    if (!changed.gone && changed.isSource) {
      const removed = new Set(
        changed.hunks.flatMap((hunk) => hunk.removed.map((line) => line.line)),
      );
      for (const [index, text] of own.entries()) {
        if (!removed.has(index + 1)) kept.add(lineKey(text));
      }
    }
    return [...telling].filter((key) => kept.has(key)).length / telling.size;
  };
}

/**
 * Whether a file's code was kept as golden keeps it, in 0..1: 1 where at least half of what golden
 * retains is retained, proportionally less below that. 1 where golden deletes the file's code.
 */
export function keptAsInGolden(
  lines: FileLines,
  golden: TreeChange,
  patched: TreeChange,
): (file: string) => number {
  const inGolden = retainedLines(lines, golden);
  const inPatched = retainedLines(lines, patched);
  const known = new Map<string, number>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const wanted = inGolden(file);
    const kept = wanted < DELETED_BELOW ? 1 : Math.min(1, inPatched(file) / (wanted * ENOUGH));
    known.set(file, kept);
    return kept;
  };
}

function addedKeys(change: TreeChange): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { hunks, isSource } of change.values()) {
    if (!isSource) continue;
    for (const { added } of hunks) for (const { text } of added) keys.add(lineKey(text));
  }
  return keys;
}
