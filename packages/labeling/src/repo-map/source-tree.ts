import { sha256OfBytes } from '@refbench/files';
import { displayPath, objectSizes, type OpenedTree, type Repository } from '@refbench/repos';

export interface TreeFile {
  readonly path: string;
  /** Tells contents apart. */
  readonly blob: string;
}

/** The regular files of a state of a repository, their contents read on demand. */
export interface SourceTree {
  readonly files: readonly TreeFile[];
  /** In the order given, without those whose content the repository lacks: partial clones exist. */
  readonly read: (files: readonly TreeFile[]) => AsyncIterable<{
    readonly file: TreeFile;
    readonly bytes: Buffer;
  }>;
}

export async function treeOfCommit(repository: Repository, commit: string): Promise<SourceTree> {
  const tree = await repository.readTree(commit);
  const files = [...tree].flatMap(([path, { mode, oid }]) =>
    mode === '100644' || mode === '100755' ? [{ path: displayPath(path), blob: oid }] : [],
  );
  return {
    files,
    async *read(wanted) {
      const blobs = wanted.map(({ blob }) => blob);
      const present = await objectSizes(blobs, repository.gitDir);
      const held = wanted.filter(({ blob }) => present.has(blob));
      let at = 0;
      for await (const { bytes } of repository.readBlobs(held.map(({ blob }) => blob))) {
        const file = held[at];
        at += 1;
        if (file !== undefined) yield { file, bytes };
      }
    },
  };
}

/** Of a folder: all of it is read once, as contents have no ids there. */
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
