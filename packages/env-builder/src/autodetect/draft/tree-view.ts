import { bytePath, displayPath, type Repository, type Tree } from '@refbench/repos';

/** The view of a commit for detectors: its files and their text. */
export interface TreeView {
  /** All regular files, in git's order. */
  readonly paths: readonly string[];
  readonly has: (path: string) => boolean;
  /** Returns undefined if the file does not exist. */
  readonly read: (path: string) => Promise<string | undefined>;
}

/** Larger files are not manifests. */
const MAX_BYTES = 4_000_000;

export function treeView(repository: Repository, tree: Tree): TreeView {
  const files = [...tree].filter(([, { mode }]) => mode === '100644' || mode === '100755');
  return {
    paths: files.map(([path]) => displayPath(path)),
    has: (path) => tree.has(bytePath(path)),
    read: async (path) => {
      const entry = tree.get(bytePath(path));
      if (entry === undefined) return undefined;
      const bytes = await repository.readBlob(entry.oid);
      return bytes.length > MAX_BYTES ? undefined : bytes.toString('utf8');
    },
  };
}

/** Returns the view of a folder, with paths relative to it. */
export function viewBelow(view: TreeView, folder: string): TreeView {
  if (folder === '.') return view;
  const prefix = `${folder}/`;
  return {
    paths: view.paths
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length)),
    has: (path) => view.has(prefix + path),
    read: (path) => view.read(prefix + path),
  };
}

/** Reads files. The text of a file that does not exist is empty. */
export async function readTexts(
  view: TreeView,
  paths: readonly string[],
): Promise<readonly string[]> {
  return await Promise.all(paths.map(async (path) => (await view.read(path)) ?? ''));
}

/** Returns the folder of a path, or `.` for the root. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '.' : path.slice(0, at);
}

/** Finds files by name in all folders except those with third-party or sample code. */
export function filesNamed(view: TreeView, name: string | RegExp): readonly string[] {
  const excluded = /(^|\/)(node_modules|vendor|third_party|testdata|fixtures|templates?)\//;
  return view.paths.filter((path) => {
    const own = path.slice(path.lastIndexOf('/') + 1);
    const matches = typeof name === 'string' ? own === name : name.test(own);
    return matches && !excluded.test(path);
  });
}

/** Returns the sorted union of both lists. */
export function unionOf(base: readonly string[], golden: readonly string[]): readonly string[] {
  return [...new Set([...base, ...golden])].sort();
}
