import { isTelling, lineKey, type TreeChange } from './tree-change.ts';

/** Which languages a base file's code may move to. */
export interface Languages {
  /** By path, whatever the file holds. */
  of(path: string): string;
  /** A language accepts itself, and another one where the task asks for that conversion. */
  accepts(from: string, to: string): boolean;
}

/** Text of base files, a line an entry; comment-only lines are empty. */
export type FileLines = ReadonlyMap<string, readonly string[]>;

/** Base, and what golden and a patch make of it. */
export interface CodeComparison {
  readonly lines: FileLines;
  readonly golden: TreeChange;
  readonly patched: TreeChange;
  readonly languages: Languages;
}

/** A base file's distinct lines that say something about it. */
export function tellingLines(lines: FileLines, file: string): ReadonlySet<string> {
  return new Set((lines.get(file) ?? []).map(lineKey).filter(isTelling));
}

/** Those of them that still stand in the file of the same path. */
export function keysInFile(
  lines: FileLines,
  file: string,
  change: TreeChange,
): ReadonlySet<string> {
  const changed = change.get(file);
  const telling = tellingLines(lines, file);
  if (changed === undefined) return telling;
  if (changed.gone || !changed.isSource) return new Set();
  const removed = new Set(changed.hunks.flatMap((hunk) => hunk.removed.map(({ line }) => line)));
  const added = changed.hunks.flatMap((hunk) => hunk.added.map(({ text }) => text));
  const kept = (lines.get(file) ?? []).filter((_, index) => !removed.has(index + 1));
  return new Set([...kept, ...added].map(lineKey).filter((key) => telling.has(key)));
}
