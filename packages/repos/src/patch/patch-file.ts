import type { BytePath } from '../tree.ts';

/** What a patch may set; 160000 (submodule) is refused. */
export type PatchMode = '100644' | '100755' | '120000';

export interface PatchLine {
  readonly kind: 'context' | 'removed' | 'added';
  /** Without the mark and without the line feed; a carriage return stays. A view of the patch's bytes. */
  readonly text: Buffer;
  /** False for a file's last line that has no line feed. */
  readonly hasNewline: boolean;
}

/** Starts are 1-based; where a count is 0, the start is the line before. */
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
  /** Undefined where the patch does not say. */
  readonly oldMode: PatchMode | undefined;
  readonly newMode: PatchMode | undefined;
  readonly change: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  readonly binary: boolean;
  /** Empty for binary, mode-only and rename-only changes. */
  readonly hunks: readonly Hunk[];
  /** What is needed to write the file's part again, see `formatPatch`. */
  readonly source: PatchSource;
}

interface PatchSource {
  /** Git's format: modes, renames and binary content; otherwise plain `diff -u`. */
  readonly format: 'git' | 'plain';
  /** `<old>..<new>` of the index line. */
  readonly index: string | undefined;
  /** Percent, of a rename or a copy. */
  readonly similarity: number | undefined;
  /** Bytes of the file afterwards, where it is binary. */
  readonly result: number | undefined;
  /** Bytes that its binary content inflates to. */
  readonly inflated: number | undefined;
  /** All hunks, or the binary content, as they stand in the patch. */
  readonly body: Buffer;
}

export interface ParsedPatch {
  readonly kind: 'parsed';
  /** In the patch's order; none for an empty patch. */
  readonly files: readonly PatchFile[];
}
