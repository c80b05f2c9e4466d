/** A line of one side of a diff. Callers exclude comment-only lines. */
export interface DiffLine {
  /** Line number from 1, in base for a removed line, in the other tree for an added line. */
  readonly line: number;
  readonly text: string;
}

/** One hunk of a unified diff with three lines of context. */
export interface ChangeHunk {
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

/** The change of one file relative to base. */
export interface FileChange {
  readonly hunks: readonly ChangeHunk[];
  /** True if the tree has no regular file at this path. */
  readonly gone: boolean;
  /** True if base has no file at this path. */
  readonly isNew?: boolean;
  /**
   * True if the file can be scanned, is in a language that the refactoring allows, and is in a source
   * directory of the project, i.e. one that is not hidden, ignored, vendored or generated.
   */
  readonly isSource: boolean;
}

/** All files of a tree that differ from base, by path. */
export type TreeChange = ReadonlyMap<string, FileChange>;

/** Returns a line without white space, so that reformatting does not make it a different line. */
export function lineKey(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Returns the keys of the lines that are significant (see `isSignificant`), each once. */
export function significantKeys(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map(lineKey).filter(isSignificant));
}

/** Lines with fewer word characters, such as `});`, are too common to show where code moved. */
const MIN_WORD_CHARACTERS = 4;

/** Returns whether a line, given as its key, is specific enough to trace where code moved. */
export function isSignificant(key: string): boolean {
  return (key.match(/\w/g) ?? []).length >= MIN_WORD_CHARACTERS;
}
