import { displayPath, type OpenedTree, type Repository, type Tree } from '@refbench/repos';
import type { SourceFile } from '../rule/rule.ts';
import { readSources } from './tree-files.ts';

/** Base and the tree that was scanned. Paths are those of witnesses. */
export interface TreePair {
  readonly base: PairedTree;
  readonly after: PairedTree;
}

/** A tree whose files are listed and read on demand. */
export interface PairedTree {
  paths(): Promise<ReadonlySet<string>>;
  /** Reads the regular files among the wanted paths. */
  read(wanted: (path: string) => boolean): AsyncIterable<SourceFile>;
}

/** A tree of a repository. Files that are not wanted are not read. */
export function repositoryTree(repository: Repository, tree: Tree): PairedTree {
  return {
    paths: async () => new Set([...tree.keys()].map(displayPath)),
    read: (wanted) =>
      readSources(
        repository,
        tree,
        [...tree.keys()].filter((path) => wanted(displayPath(path))),
      ),
  };
}

/** A folder or a commit. */
export function openedTree(opened: OpenedTree): PairedTree {
  if (opened.stored !== undefined) {
    return repositoryTree(opened.stored.repository, opened.stored.tree);
  }
  return {
    paths: async () => {
      const paths = new Set<string>();
      for await (const { path } of opened.files()) paths.add(path);
      return paths;
    },
    async *read(wanted) {
      for await (const file of opened.files()) if (wanted(file.path)) yield file;
    },
  };
}

/**
 * Base, and base with some files replaced.
 * @param replaced the paths that differ; those without a file are removed
 */
export function editedPair(
  { repository, base: tree }: { readonly repository: Repository; readonly base: Tree },
  replaced: ReadonlySet<string>,
  files: readonly SourceFile[],
): TreePair {
  const base = repositoryTree(repository, tree);
  return {
    base,
    after: {
      paths: async () => {
        const kept = [...(await base.paths())].filter((path) => !replaced.has(path));
        return new Set([...kept, ...files.map(({ path }) => path)]);
      },
      async *read(wanted) {
        yield* files.filter(({ path }) => wanted(path));
        yield* base.read((path) => !replaced.has(path) && wanted(path));
      },
    },
  };
}
