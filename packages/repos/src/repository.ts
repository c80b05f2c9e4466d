import type { BytePath, Tree, TreeMode } from './tree.ts';
import type { ApplyResult } from './apply-patch.ts';
import type { CommitHeader } from './git/commit-header.ts';

/** One file as it was found in a container, with the bytes it really has. */
export interface WorkingFile {
  readonly path: BytePath;
  readonly mode: '100644' | '100755' | '120000';
  /** Content, or the link's target. */
  readonly bytes: Buffer;
}

/** One file whose content the repository already holds (or, for a submodule, never will). */
export interface StoredFile {
  readonly path: BytePath;
  readonly mode: TreeMode;
  readonly oid: string;
}

/** A repository's objects, read and written by a git that never sees an untrusted config. */
export interface Repository extends AsyncDisposable {
  /** Bare, ours; its alternates point at the source, which is never written. */
  readonly gitDir: string;
  readCommit(commit: string): Promise<CommitHeader>;
  /** Tree id of a commit or tree. */
  treeId(treeish: string): Promise<string>;
  readTree(treeish: string): Promise<Tree>;
  readBlob(oid: string): Promise<Buffer>;
  /** In the order asked; one git process for all. Missing objects throw. */
  readBlobs(
    oids: Iterable<string>,
  ): AsyncIterable<{ readonly oid: string; readonly bytes: Buffer }>;
  /** The canonical patch: binary, full index, no renames detected, a/ and b/ prefixes. Empty when equal. */
  diff(fromTreeish: string, toTreeish: string, signal?: AbortSignal): Promise<Buffer>;
  /** Applies to a tree, in a temporary index; nothing is written where it does not apply. */
  applyPatch(baseTreeish: string, patch: Buffer, signal?: AbortSignal): Promise<ApplyResult>;
  /** Writes exactly these files as a tree and returns its id; content that is already held is not written. */
  writeTree(files: AsyncIterable<WorkingFile | StoredFile>, signal?: AbortSignal): Promise<string>;
}
