/** A line of one side of a diff; comment-only lines are left out by whoever makes the change. */
export interface DiffLine {
  /** 1-based: in base for a removed line, in the other tree for an added line. */
  readonly line: number;
  readonly text: string;
}

/** One hunk of a unified diff with three lines of context. */
export interface ChangeHunk {
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

/** How one file differs from base. */
export interface FileChange {
  readonly hunks: readonly ChangeHunk[];
  /** The tree has no regular file at this path. */
  readonly gone: boolean;
  /**
   * The file can be scanned, is in a language that the refactoring allows, and lies in a folder of
   * the project's own source: not hidden, ignored, vendored or built.
   */
  readonly isSource: boolean;
}

/** All files of a tree that differ from base, by path. */
export type TreeChange = ReadonlyMap<string, FileChange>;

/** A line without its white space: indentation and reformatting do not make it another line. */
export function lineKey(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Shorter lines, such as `});`, occur everywhere and say nothing about where code went. */
const LEAST_WORD_CHARACTERS = 4;

/** Whether a line says something about the file that it stands in. */
export function isTelling(key: string): boolean {
  return (key.match(/\w/g) ?? []).length >= LEAST_WORD_CHARACTERS;
}
