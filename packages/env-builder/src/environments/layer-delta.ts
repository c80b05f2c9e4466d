import type { TarIndexEntry } from './tar-index.ts';

/** The files of a layer: maps a path to its kind and digest. */
export type LayerIndex = Readonly<Record<string, string>>;

/** The difference between two file trees. */
export interface LayerDelta<Entry> {
  /** Entries to write, in this order. */
  readonly written: readonly Entry[];
  /** Paths to remove from the parent layer, with everything below them. */
  readonly removed: readonly string[];
  /** Remaining folders that lose an entry. */
  readonly emptied: readonly string[];
  readonly writtenBytes: number;
}

type IndexedEntry = Pick<TarIndexEntry, 'path' | 'isDirectory' | 'digest' | 'start' | 'end'>;

/** Builds the index of a layer with exactly these entries. */
export function indexOf(entries: readonly IndexedEntry[]): LayerIndex {
  return Object.fromEntries(entries.map((entry) => [entry.path, valueOf(entry)]));
}

/** The delta that writes all entries on a layer without any of them. */
export function wholeTree<Entry extends IndexedEntry>(wanted: readonly Entry[]): LayerDelta<Entry> {
  return { written: wanted, removed: [], emptied: [], writtenBytes: bytesOf(wanted) };
}

/**
 * Computes the minimal delta from the tree `below` to the wanted tree. Parent folders of written
 * entries are written too, to restore their times. Returns undefined if a file replaces a folder or
 * vice versa, because such a tree is too different to build on.
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

/** Whether a folder above the path is one of these. */
export function hasParentIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (paths.has(path.slice(0, slash))) return true;
  }
  return false;
}
