import { RefbenchError } from '@refbench/contracts';
import type { ApplyResult, CompletedPatch } from '../tree/apply-patch.ts';
import { readGivenPatch } from './read-given-patch.ts';
import { applyToTree } from './apply-to-tree.ts';
import type { Repository, StoredFile, WorkingFile } from '../tree/repository.ts';
import { displayPath, type Tree } from '../tree/tree.ts';
import type { CommitHeader } from '../tree/commit-header.ts';
import { readCommitHeader } from './commit-header.ts';
import { diffTree } from './diff-tree.ts';
import { blobOid, isObjectId } from './object-id.ts';
import { BlobLookup } from './blob-lookup.ts';
import { readBlobBatch, type Blob } from './read-blobs.ts';
import { readFlatTree } from './read-tree.ts';
import { GitFailure, tryGit } from './run-git.ts';
import { asUnreadable, readingObjects } from './unreadable.ts';
import type { ScratchRepository } from './scratch-repository.ts';
import { BlobWriter } from './write-blobs.ts';
import { writeIndexedTree } from './write-index.ts';

/** The number of cached trees: base, golden and the trees of a few patches. */
const CACHED_TREES = 8;

/** A git process of its own pays for itself with more blobs than these. */
const FEW_BLOBS = 100;

export class GitRepository implements Repository {
  readonly gitDir: string;
  private readonly scratch: ScratchRepository;
  private readonly lookup: BlobLookup;
  private readonly treeIds = new Map<string, string>();
  private readonly trees = new Map<string, Tree>();
  private readonly written = new Set<string>();
  private storing: Promise<unknown> = Promise.resolve();

  constructor(scratch: ScratchRepository) {
    this.scratch = scratch;
    this.gitDir = scratch.gitDir;
    this.lookup = new BlobLookup(scratch.gitDir);
  }

  async readCommit(commit: string): Promise<CommitHeader> {
    return await readingObjects(() => readCommitHeader(this.gitDir, commit));
  }

  async treeId(treeish: string): Promise<string> {
    const known = this.treeIds.get(treeish);
    if (known !== undefined) return known;
    const found = isObjectId(treeish)
      ? await tryGit(['rev-parse', '--verify', '--quiet', `${treeish}^{tree}`], this.options())
      : undefined;
    if (found?.exitCode !== 0) {
      throw new RefbenchError({
        kind: 'repository',
        message: `"${treeish}" is not a commit or tree of this repository`,
        hint: 'specify the 40 hexadecimal digits of a commit in the source',
      });
    }
    const id = found.stdout.toString('latin1').trim();
    this.treeIds.set(treeish, id);
    return id;
  }

  async readTree(treeish: string): Promise<Tree> {
    const id = await this.treeId(treeish);
    const tree =
      this.trees.get(id) ?? (await readingObjects(() => readFlatTree(id, this.options())));
    this.trees.delete(id);
    this.trees.set(id, tree);
    for (const [oldest] of this.trees) {
      if (this.trees.size <= CACHED_TREES) break;
      this.trees.delete(oldest);
    }
    return tree;
  }

  async readBlob(oid: string): Promise<Buffer> {
    for await (const blob of this.readBlobs([oid])) return blob.bytes;
    throw this.missing(oid);
  }

  async *readBlobs(
    oids: Iterable<string>,
  ): AsyncGenerator<{ readonly oid: string; readonly bytes: Buffer }, void, undefined> {
    try {
      for await (const { oid, bytes } of this.answers([...oids])) {
        if (bytes === undefined) throw this.missing(oid);
        yield { oid, bytes };
      }
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  async diff(fromTreeish: string, toTreeish: string, signal?: AbortSignal): Promise<Buffer> {
    const from = await this.treeId(fromTreeish);
    const to = await this.treeId(toTreeish);
    try {
      return await diffTree(from, to, { gitDir: this.gitDir, renames: 'none', signal });
    } catch (error) {
      const oid = error instanceof GitFailure ? unreadable(error.stderr) : undefined;
      if (oid === undefined) throw asUnreadable(error);
      await this.readTree(from);
      await this.readTree(to);
      throw this.missing(oid);
    }
  }

  applyPatch(baseTreeish: string, patch: Buffer, signal?: AbortSignal): Promise<ApplyResult> {
    return applyToTree(
      this,
      this.scratch.newIndexFile(),
      baseTreeish,
      patch,
      signal === undefined ? {} : { signal },
    );
  }

  readGivenPatch(
    baseTreeish: string,
    patch: Buffer,
    signal?: AbortSignal,
  ): Promise<CompletedPatch> {
    const indexFile = this.scratch.newIndexFile();
    return readGivenPatch(this, indexFile, baseTreeish, patch, signal);
  }

  async writeTree(
    files: AsyncIterable<WorkingFile | StoredFile>,
    signal?: AbortSignal,
  ): Promise<string> {
    const held = new Set(this.written);
    for (const tree of this.trees.values()) for (const entry of tree.values()) held.add(entry.oid);
    await using writer = new BlobWriter(this.gitDir);
    const fresh: string[] = [];
    const entries: StoredFile[] = [];
    for await (const file of files) {
      if ('oid' in file) {
        entries.push(file);
        continue;
      }
      const oid = blobOid(file.bytes);
      entries.push({ path: file.path, mode: file.mode, oid });
      if (held.has(oid)) continue;
      await writer.write(file.bytes);
      held.add(oid);
      fresh.push(oid);
    }
    await this.store(writer);
    for (const oid of fresh) this.written.add(oid);
    const options = { ...this.options(), signal };
    const id = await writeIndexedTree(entries, this.scratch.newIndexFile(), options);
    // Git need not be asked what this is.
    this.treeIds.set(id, id);
    return id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lookup[Symbol.asyncDispose]();
    await this.scratch[Symbol.asyncDispose]();
  }

  /**
   * Stores one pack after the other. Packs with the same blobs have the same name, and git fails to store such a pack
   * while another process stores it.
   */
  private async store(writer: BlobWriter): Promise<void> {
    const stored = this.storing.then(() => writer.finish());
    this.storing = stored.catch(() => undefined);
    await stored;
  }

  private async *answers(oids: readonly string[]): AsyncGenerator<Blob, void, undefined> {
    if (oids.length > FEW_BLOBS) return yield* readBlobBatch(oids, this.gitDir);
    for (const oid of oids) yield await this.lookup.read(oid);
  }

  private options(): { readonly gitDir: string } {
    return { gitDir: this.gitDir };
  }

  /**
   * Reports a missing blob, with its path if a cached tree contains it. Snapshots may lack their
   * largest blobs.
   */
  private missing(oid: string): RefbenchError {
    let name = `object ${oid}`;
    for (const tree of this.trees.values()) {
      for (const [path, entry] of tree)
        if (entry.oid === oid) name = `${displayPath(path)} (${oid})`;
    }
    return new RefbenchError({
      kind: 'repository',
      message: `the source of this repository does not contain ${name}`,
      hint: 'use a complete clone: snapshots and partial clones may lack their largest files',
    });
  }
}

function unreadable(stderr: string): string | undefined {
  return /unable to read(?: tree)? (?:\(?)([0-9a-f]{40})/.exec(stderr)?.[1];
}
