import { bytePath, displayPath, type Repository, type Tree } from '@refbench/repos';

/** A commit as detectors see it: what files there are, and their text. */
export interface TreeView {
  /** All regular files, in git's order. */
  readonly paths: readonly string[];
  readonly has: (path: string) => boolean;
  /** undefined where there is no such file. */
  readonly read: (path: string) => Promise<string | undefined>;
}

/** Larger files are no manifests. */
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

/** The folder of a path; `.` for the root. */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '.' : path.slice(0, at);
}

/** Files of that very name, wherever they lie, but for folders that hold other people's or sample code. */
export function filesNamed(view: TreeView, name: string | RegExp): readonly string[] {
  const aside = /(^|\/)(node_modules|vendor|third_party|testdata|fixtures|templates?)\//;
  return view.paths.filter((path) => {
    const own = path.slice(path.lastIndexOf('/') + 1);
    const matches = typeof name === 'string' ? own === name : name.test(own);
    return matches && !aside.test(path);
  });
}

/** What both commits have of a list, each once, sorted. */
export function unionOf(base: readonly string[], golden: readonly string[]): readonly string[] {
  return [...new Set([...base, ...golden])].sort();
}
