import type { BytePath, Tree, TreeMode } from './tree.ts';
import type { ApplyResult, CompletedPatch } from './apply-patch.ts';
import type { CommitHeader } from './commit-header.ts';

/** A file of a container with its exact bytes. */
export interface WorkingFile {
  readonly path: BytePath;
  readonly mode: '100644' | '100755' | '120000';
  /** The content of the file, or the target of the link. */
  readonly bytes: Buffer;
}

/** A file whose content is already in the repository, or a submodule, whose content never is. */
export interface StoredFile {
  readonly path: BytePath;
  readonly mode: TreeMode;
  readonly oid: string;
}

/** The objects of a repository. Git reads and writes them without any untrusted configuration. */
export interface Repository extends AsyncDisposable {
  /** A bare repository that borrows the objects of the source. The source is never written. */
  readonly gitDir: string;
  readCommit(commit: string): Promise<CommitHeader>;
  /** Returns the tree id of a commit or tree. */
  treeId(treeish: string): Promise<string>;
  readTree(treeish: string): Promise<Tree>;
  readBlob(oid: string): Promise<Buffer>;
  /** Reads blobs in the requested order with a single git process. Throws if one is missing. */
  readBlobs(
    oids: Iterable<string>,
  ): AsyncIterable<{ readonly oid: string; readonly bytes: Buffer }>;
  /** Returns the canonical patch: binary, full index, no renames, a/ and b/ prefixes. */
  diff(fromTreeish: string, toTreeish: string, signal?: AbortSignal): Promise<Buffer>;
  /** Applies a patch to a tree with a temporary index. Writes nothing if the patch does not apply. */
  applyPatch(baseTreeish: string, patch: Buffer, signal?: AbortSignal): Promise<ApplyResult>;
  /**
   * Reads a patch that was made elsewhere. Where only git can read it, the result is what it changes in
   * base as a canonical patch. A patch that nobody can read is returned unchanged.
   */
  readGivenPatch(baseTreeish: string, patch: Buffer, signal?: AbortSignal): Promise<CompletedPatch>;
  /** Writes a tree of exactly these files and returns its id. */
  writeTree(files: AsyncIterable<WorkingFile | StoredFile>, signal?: AbortSignal): Promise<string>;
}
