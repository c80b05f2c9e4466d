import { bytePath, type Repository, type Tree } from '@refbench/repos';

export interface RecordedTree {
  readonly repository: Repository;
  readonly tree: Tree;
  /** The texts that were read so far. */
  readonly read: readonly string[];
}

/** Creates a tree of texts whose reading is recorded. */
export function repositoryOf(files: Readonly<Record<string, string>>): RecordedTree {
  const read: string[] = [];
  const tree: Tree = new Map(
    Object.entries(files).map(([path, text]) => [
      bytePath(path),
      { mode: '100644', oid: Buffer.from(text).toString('hex').padEnd(40, '0') },
    ]),
  );
  const texts = new Map(
    Object.entries(files).map(([path, text]) => [tree.get(bytePath(path))?.oid, text]),
  );
  const repository = {
    async *readBlobs(oids: Iterable<string>) {
      for (const oid of oids) {
        read.push(texts.get(oid) ?? '');
        yield { oid, bytes: Buffer.from(texts.get(oid) ?? '') };
      }
    },
  } as unknown as Repository;
  return { repository, tree, read };
}
