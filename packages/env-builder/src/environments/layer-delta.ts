import type { SpooledEntry } from './tree-spool.ts';

/** What a layer holds, as far as another one wants to stand on it: path -> digest, `/` for a folder. */
export type LayerIndex = Readonly<Record<string, string>>;

/** How one file tree comes of another. */
export interface LayerDelta<Entry> {
  /** To be written, in the order given. */
  readonly written: readonly Entry[];
  /** To be removed with all below it, from what lies underneath. */
  readonly removed: readonly string[];
  readonly writtenBytes: number;
}

type IndexedEntry = Pick<SpooledEntry, 'path' | 'isDirectory' | 'digest' | 'start' | 'end'>;

/** The index of a layer that holds exactly these entries. */
export function indexOf(entries: readonly IndexedEntry[]): LayerIndex {
  return Object.fromEntries(
    entries.map(({ path, isDirectory, digest }) => [path, isDirectory ? '/' : digest]),
  );
}

/** Everything, onto a layer that has nothing of it. */
export function wholeTree<Entry extends IndexedEntry>(wanted: readonly Entry[]): LayerDelta<Entry> {
  return { written: wanted, removed: [], writtenBytes: bytesOf(wanted) };
}

/**
 * The least that turns the tree `below` into the wanted one. Folders are always written: they cost
 * nothing and carry modes. Undefined where a file stands in the place of a folder, or the reverse:
 * a tree that differs so much is no base to stand on.
 */
export function layerDelta<Entry extends IndexedEntry>(
  wanted: readonly Entry[],
  below: LayerIndex,
): LayerDelta<Entry> | undefined {
  const paths = new Set(wanted.map(({ path }) => path));
  const known = new Map(Object.entries(below));
  if (wanted.some(({ path, isDirectory }) => clash(known.get(path), isDirectory))) return undefined;
  const written = wanted.filter(
    ({ path, isDirectory, digest }) => isDirectory || known.get(path) !== digest,
  );
  const gone = new Set([...known.keys()].filter((path) => !paths.has(path)));
  return {
    written,
    removed: [...gone].filter((path) => !hasParentIn(path, gone)).sort(),
    writtenBytes: bytesOf(written),
  };
}

function bytesOf(entries: readonly IndexedEntry[]): number {
  return entries.reduce((sum, { start, end }) => sum + end - start, 0);
}

function clash(below: string | undefined, isDirectory: boolean): boolean {
  return below !== undefined && (below === '/') !== isDirectory;
}

function hasParentIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (paths.has(path.slice(0, slash))) return true;
  }
  return false;
}
