/**
 * A path inside a tree with one character per byte (latin1), so that names that are not UTF-8 keep
 * their bytes. Convert it to readable text with `displayPath`.
 */
export type BytePath = string & { readonly __bytePath: true };

/** The file modes of git: regular, executable, symbolic link, submodule. */
export type TreeMode = '100644' | '100755' | '120000' | '160000';

export interface TreeEntry {
  readonly mode: TreeMode;
  /** Object id, 40 hex digits. */
  readonly oid: string;
}

/** All files of a commit by path, in git's order. */
export type Tree = ReadonlyMap<BytePath, TreeEntry>;

/** Converts UTF-8 text to a path. */
export function bytePath(text: string): BytePath {
  return Buffer.from(text, 'utf8').toString('latin1') as BytePath;
}

/**
 * Converts a path to text for messages and `witness.file`: UTF-8 if valid, otherwise escaped like git.
 */
export function displayPath(path: BytePath): string {
  const bytes = Buffer.from(path, 'latin1');
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  return path.replace(/[\u0080-\u00ff]/g, (byte) => `\\${byte.charCodeAt(0).toString(8)}`);
}
