import { lineKey, significantKeys, type TreeChange } from './tree-change.ts';

/** Defines the languages that the code of a base file may move to. */
export interface Languages {
  /** The language of a file, determined by its path. */
  of(path: string): string;
  /** True for the same language, and for a conversion that the task asks for. */
  accepts(from: string, to: string): boolean;
}

/** Lines of base files by path. Comment-only lines are empty. */
export type FileLines = ReadonlyMap<string, readonly string[]>;

/** The lines of base, with the changes of golden and of a patch. */
export interface CodeComparison {
  readonly lines: FileLines;
  readonly golden: TreeChange;
  readonly patched: TreeChange;
  readonly languages: Languages;
}

/** Distinct lines of a base file that are significant (see `isSignificant`), as keys. */
export function significantLines(lines: FileLines, file: string): ReadonlySet<string> {
  return significantKeys(lines.get(file) ?? []);
}

/** The significant lines that are still in the file of the same path. */
export function keysInFile(
  lines: FileLines,
  file: string,
  change: TreeChange,
): ReadonlySet<string> {
  const changed = change.get(file);
  const significant = significantLines(lines, file);
  if (changed === undefined) return significant;
  if (changed.gone || !changed.isSource) return new Set();
  const removed = new Set(changed.hunks.flatMap((hunk) => hunk.removed.map(({ line }) => line)));
  const added = changed.hunks.flatMap((hunk) => hunk.added.map(({ text }) => text));
  const kept = (lines.get(file) ?? []).filter((_, index) => !removed.has(index + 1));
  return new Set([...kept, ...added].map(lineKey).filter((key) => significant.has(key)));
}
