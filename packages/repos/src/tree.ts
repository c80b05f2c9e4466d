/**
 * A path inside a tree, one character a byte (latin1), so that names that are not UTF-8 keep their
 * bytes. Turn it into text for people with `displayPath`.
 */
export type BytePath = string & { readonly __bytePath: true };

/** Regular, executable, symbolic link, submodule: git knows no other kinds. */
export type TreeMode = '100644' | '100755' | '120000' | '160000';

export interface TreeEntry {
  readonly mode: TreeMode;
  /** Object id, 40 hex digits. */
  readonly oid: string;
}

/** All files of a commit, flat, keyed by path; insertion order is git's. */
export type Tree = ReadonlyMap<BytePath, TreeEntry>;

/** Every UTF-8 text is a path of its own bytes. */
export function bytePath(text: string): BytePath {
  return Buffer.from(text, 'utf8').toString('latin1') as BytePath;
}

/** For messages and for `witness.file`: UTF-8 where the bytes are, else escaped as git does. */
export function displayPath(path: BytePath): string {
  const bytes = Buffer.from(path, 'latin1');
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  return path.replace(/[\u0080-\u00ff]/g, (byte) => `\\${byte.charCodeAt(0).toString(8)}`);
}
