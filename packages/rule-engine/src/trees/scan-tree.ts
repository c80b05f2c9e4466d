import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import type { Rule, SourceFile } from '../rule.ts';
import { scanFiles } from '../scan-files.ts';
import type { ScanOptions } from '../scan-units.ts';
import type { ScanResult } from '../scan-result.ts';

/** All matches on a tree of a repository. */
export async function scanTree(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  options: ScanOptions = {},
): Promise<ScanResult> {
  return await scanFiles(rules, readFiles(repository, tree, [...tree.keys()]), options);
}

/**
 * The scan of another state of a tree that was scanned before: matches never cross files, so only
 * files that differ are read.
 */
export async function scanChanges(
  rules: readonly Rule[],
  repository: Repository,
  before: { readonly tree: Tree; readonly scan: ScanResult },
  after: Tree,
  options: ScanOptions = {},
): Promise<ScanResult> {
  const { removed, written } = changedPaths(before.tree, after);
  const differing = new Set([...removed, ...written].map(displayPath));
  const fresh = await scanFiles(rules, readFiles(repository, after, written), options);
  const kept = (file: string): boolean => !differing.has(file);
  const keptOf = <T extends { readonly file: string }>(items: readonly T[]): T[] =>
    items.filter((item) => kept(item.file));
  return {
    witnesses: [...keptOf(before.scan.witnesses), ...fresh.witnesses],
    broken: [...before.scan.broken.filter(kept), ...fresh.broken],
    skipped: [...keptOf(before.scan.skipped), ...fresh.skipped],
    errors: [...keptOf(before.scan.errors), ...fresh.errors],
  };
}

/** Paths whose entry differs, in the order of the trees. */
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

/** Regular files of a tree, one at a time, in the order of the paths. */
export async function* readFiles(
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
): AsyncGenerator<SourceFile> {
  const files = paths.flatMap((path) => {
    const entry = tree.get(path);
    return entry?.mode === '100644' || entry?.mode === '100755' ? [{ path, ...entry }] : [];
  });
  let index = 0;
  for await (const { bytes } of repository.readBlobs(files.map((file) => file.oid))) {
    const file = files[index];
    index += 1;
    if (file === undefined) continue;
    yield { path: displayPath(file.path), bytes, executable: file.mode === '100755' };
  }
}
