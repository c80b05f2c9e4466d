import { sha256OfBytes } from '@refbench/base';
import { displayPath, objectSizes, type OpenedTree, type Repository } from '@refbench/repos';

export interface TreeFile {
  readonly path: string;
  /** Identifies the content. */
  readonly blob: string;
}

/** The regular files of a repository at one commit. Their contents are read on demand. */
export interface SourceTree {
  readonly files: readonly TreeFile[];
  /**
   * Reads files in the given order. Omits those whose content the repository lacks, as in a partial
   * clone.
   */
  readonly read: (files: readonly TreeFile[]) => AsyncIterable<{
    readonly file: TreeFile;
    readonly bytes: Buffer;
  }>;
}

export async function treeOfCommit(repository: Repository, commit: string): Promise<SourceTree> {
  return treeOfFiles(repository, await filesOfCommit(repository, commit));
}

/** Lists the regular files of a commit. */
export async function filesOfCommit(
  repository: Repository,
  commit: string,
): Promise<readonly TreeFile[]> {
  const tree = await repository.readTree(commit);
  return [...tree].flatMap(([path, { mode, oid }]) =>
    mode === '100644' || mode === '100755' ? [{ path: displayPath(path), blob: oid }] : [],
  );
}

/** A tree whose files are already listed. */
export function treeOfFiles(repository: Repository, files: readonly TreeFile[]): SourceTree {
  return {
    files,
    async *read(wanted) {
      const blobs = wanted.map(({ blob }) => blob);
      const present = await objectSizes(blobs, repository.gitDir);
      const available = wanted.filter(({ blob }) => present.has(blob));
      let at = 0;
      for await (const { bytes } of repository.readBlobs(available.map(({ blob }) => blob))) {
        const file = available[at];
        at += 1;
        if (file !== undefined) yield { file, bytes };
      }
    },
  };
}

/** Returns the tree of a folder. Reads all contents at once, because they have no ids. */
export async function treeOfFolder(folder: OpenedTree): Promise<SourceTree> {
  const contents = new Map<string, Buffer>();
  const files: TreeFile[] = [];
  for await (const { path, bytes } of folder.files()) {
    files.push({ path, blob: sha256OfBytes(bytes) });
    contents.set(path, bytes);
  }
  return {
    files,
    async *read(wanted) {
      for (const file of wanted) {
        const bytes = contents.get(file.path);
        if (bytes !== undefined) yield { file, bytes };
      }
    },
  };
}
