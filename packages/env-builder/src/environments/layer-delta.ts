import type { TarIndexEntry } from './tar-index.ts';

/** What a layer holds, as far as another one wants to stand on it: path -> kind and digest. */
export type LayerIndex = Readonly<Record<string, string>>;

/** How one file tree comes of another. */
export interface LayerDelta<Entry> {
  /** To be written, in the order given. */
  readonly written: readonly Entry[];
  /** To be removed with all below it, from what lies underneath. */
  readonly removed: readonly string[];
  /** Folders that lose something and stay. */
  readonly emptied: readonly string[];
  readonly writtenBytes: number;
}

type IndexedEntry = Pick<TarIndexEntry, 'path' | 'isDirectory' | 'digest' | 'start' | 'end'>;

/** The index of a layer that holds exactly these entries. */
export function indexOf(entries: readonly IndexedEntry[]): LayerIndex {
  return Object.fromEntries(entries.map((entry) => [entry.path, valueOf(entry)]));
}

/** Everything, onto a layer that has nothing of it. */
export function wholeTree<Entry extends IndexedEntry>(wanted: readonly Entry[]): LayerDelta<Entry> {
  return { written: wanted, removed: [], emptied: [], writtenBytes: bytesOf(wanted) };
}

/**
 * The least that turns the tree `below` into the wanted one. Folders around what is written are written
 * too: they get their times back by that. Undefined where a file stands in the place of a folder, or
 * the reverse: a tree that differs so much is no base to stand on.
 */
export function layerDelta<Entry extends IndexedEntry>(
  wanted: readonly Entry[],
  below: LayerIndex,
): LayerDelta<Entry> | undefined {
  const paths = new Set(wanted.map(({ path }) => path));
  const known = new Map(Object.entries(below));
  if (wanted.some(({ path, isDirectory }) => clash(known.get(path), isDirectory))) return undefined;
  const changed = wanted.filter((entry) => known.get(entry.path) !== valueOf(entry));
  const around = new Set(changed.flatMap(({ path }) => parentOf(path) ?? []));
  const gone = new Set([...known.keys()].filter((path) => !paths.has(path)));
  const removed = [...gone].filter((path) => !hasParentIn(path, gone)).sort();
  const written = wanted.filter(
    (entry) => known.get(entry.path) !== valueOf(entry) || around.has(entry.path),
  );
  const emptied = new Set(removed.flatMap((path) => parentOf(path) ?? []));
  return {
    written,
    removed,
    emptied: [...emptied].filter((path) => paths.has(path)),
    writtenBytes: bytesOf(written),
  };
}

function valueOf({ isDirectory, digest }: IndexedEntry): string {
  return isDirectory ? `folder ${digest}` : digest;
}

function parentOf(path: string): string | undefined {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? undefined : path.slice(0, slash);
}

function bytesOf(entries: readonly IndexedEntry[]): number {
  return entries.reduce((sum, { start, end }) => sum + end - start, 0);
}

function clash(below: string | undefined, isDirectory: boolean): boolean {
  return below !== undefined && below.startsWith('folder ') !== isDirectory;
}

function hasParentIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (paths.has(path.slice(0, slash))) return true;
  }
  return false;
}
