import { displayPath, type BytePath } from '../tree/tree.ts';

/** File modes that a patch may set. 160000 (submodule) is rejected. */
export type PatchMode = '100644' | '100755' | '120000';

export interface PatchLine {
  readonly kind: 'context' | 'removed' | 'added';
  /** The text without marker and line feed, but with a carriage return. A view of the patch's bytes. */
  readonly text: Buffer;
  /** False for a file's last line that has no line feed. */
  readonly hasNewline: boolean;
}

/** A hunk. Starts are 1-based. If a count is 0, the start is the line before. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly lines: readonly PatchLine[];
}

export interface PatchFile {
  /** Undefined for an added file. */
  readonly oldPath: BytePath | undefined;
  /** Undefined for a deleted file. */
  readonly newPath: BytePath | undefined;
  /** Undefined if the patch does not contain it. */
  readonly oldMode: PatchMode | undefined;
  readonly newMode: PatchMode | undefined;
  readonly change: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  readonly binary: boolean;
  /** Empty for binary, mode-only and rename-only changes. */
  readonly hunks: readonly Hunk[];
  /** The data for formatting the file again; see `formatPatch`. */
  readonly source: PatchSource;
}

interface PatchSource {
  /** Git's format: modes, renames and binary content; otherwise plain `diff -u`. */
  readonly format: 'git' | 'plain';
  /** `<old>..<new>` of the index line. */
  readonly index: string | undefined;
  /** The similarity of a rename or a copy, in percent. */
  readonly similarity: number | undefined;
  /** Size of a binary file afterwards. */
  readonly result: number | undefined;
  /** Size of all inflated binary content, including the reverse part. */
  readonly inflated: number | undefined;
  /** The original bytes of all hunks or the binary content. */
  readonly body: Buffer;
}

export interface ParsedPatch {
  readonly kind: 'parsed';
  /** Files in the order of the patch; none for an empty patch. */
  readonly files: readonly PatchFile[];
}

/** The path of a file after the patch, or before it if the file is deleted. Empty if the patch names none. */
export function pathOfFile({ newPath, oldPath }: PatchFile): string {
  const path = newPath ?? oldPath;
  return path === undefined ? '' : displayPath(path);
}
