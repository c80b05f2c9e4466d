import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import type { SourceFile } from '../rule/rule.ts';

export interface TreeFile {
  readonly path: BytePath;
  readonly oid: string;
  readonly executable: boolean;
}

/** Selects regular files, that is, no links or submodules. */
export function regularFiles(tree: Tree, paths: readonly BytePath[]): readonly TreeFile[] {
  return paths.flatMap((path) => {
    const entry = tree.get(path);
    if (entry?.mode !== '100644' && entry?.mode !== '100755') return [];
    return [{ path, oid: entry.oid, executable: entry.mode === '100755' }];
  });
}

/** Reads files one at a time, in order. */
export async function* readFiles(
  repository: Repository,
  files: readonly TreeFile[],
): AsyncGenerator<{ readonly file: TreeFile; readonly bytes: Buffer }> {
  let index = 0;
  for await (const { bytes } of repository.readBlobs(files.map(({ oid }) => oid))) {
    const file = files[index];
    index += 1;
    if (file !== undefined) yield { file, bytes };
  }
}

/** Reads the regular files among the paths as sources. */
export async function* readSources(
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
): AsyncGenerator<SourceFile> {
  for await (const { file, bytes } of readFiles(repository, regularFiles(tree, paths))) {
    yield { path: displayPath(file.path), bytes, executable: file.executable };
  }
}

/** Returns the paths with different entries, in the order of the trees. */
export function changedPaths(
  before: Tree,
  after: Tree,
): { readonly removed: readonly BytePath[]; readonly written: readonly BytePath[] } {
  const written = [...after]
    .filter(([path, entry]) => {
      const was = before.get(path);
      return was?.oid !== entry.oid || was.mode !== entry.mode;
    })
    .map(([path]) => path);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return { removed, written };
}
