import {
  blobOid,
  displayPath,
  type BytePath,
  type OpenedTree,
  type Repository,
  type Tree,
} from '@refbench/repos';
import type { RuleEngine, Wanted } from '../matches/rule-engine.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import type { Rule, SourceFile } from '../rule/rule.ts';
import { repositoryTree } from '../tree/tree-pair.ts';
import { changedPaths, regularFiles, readFiles, type TreeFile } from '../tree/tree-files.ts';
import { admitAgainstBase } from '../within/admit-witnesses.ts';
import { CachedScan, type StoredUnit } from './cached-scan.ts';
import { scanByDialect } from './scan-by-dialect.ts';
import type { EngineScanOptions } from './scan-files.ts';

export interface TreeScanOptions extends EngineScanOptions {
  /** Folder of cached matches, which processes can share. Without it, nothing is cached. */
  readonly cacheDir?: string | undefined;
}

/** Finds all matches on a tree of a repository. Files with cached matches are not read. */
export async function scanTree(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  options: TreeScanOptions = {},
): Promise<ScanResult> {
  return await scanPaths(rules, repository, tree, [...tree.keys()], options);
}

/**
 * Like `scanTree`, for a commit or a folder. Files of a folder that a rule may match are
 * read, and those with cached matches are not scanned.
 */
export async function scanOpenedTree(
  rules: readonly Rule[],
  opened: OpenedTree,
  options: TreeScanOptions = {},
): Promise<ScanResult> {
  const { stored } = opened;
  if (stored !== undefined) return await scanTree(rules, stored.repository, stored.tree, options);
  return await scanByDialect(rules, options.engines, (engine, some) =>
    scanContents(engine, some, opened, options),
  );
}

/**
 * Scans another state of a tree that was already scanned. Matches never span files, so only changed
 * files are read, and with them what `within` of a rule needs.
 * @param before base, which decides what a new file is
 */
export async function scanChanges(
  rules: readonly Rule[],
  repository: Repository,
  before: { readonly tree: Tree; readonly scan: ScanResult },
  after: Tree,
  options: TreeScanOptions = {},
): Promise<ScanResult> {
  const { removed, written } = changedPaths(before.tree, after);
  const differing = new Set([...removed, ...written].map(displayPath));
  const found = await scanPaths(rules, repository, after, written, options);
  const fresh = await admitAgainstBase(rules, found, {
    base: repositoryTree(repository, before.tree),
    after: repositoryTree(repository, after),
  });
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

async function scanPaths(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
  options: TreeScanOptions,
): Promise<ScanResult> {
  const files = regularFiles(tree, paths);
  return await scanByDialect(rules, options.engines, (engine, some) =>
    scanFilesWith(engine, some, repository, files, options),
  );
}

async function scanFilesWith<R extends Rule>(
  engine: RuleEngine<R>,
  rules: readonly R[],
  repository: Repository,
  files: readonly TreeFile[],
  { cacheDir, ...options }: TreeScanOptions,
): Promise<ScanResult> {
  const scan = await CachedScan.open(engine, rules, cacheDir, options.parseAll);
  const wanted = new Map<string, readonly Wanted<R>[]>();
  const unknown = files.filter((file) => {
    const { oid, executable } = file;
    const rest = scan.unknownOf({ path: displayPath(file.path), oid, executable });
    wanted.set(file.path, rest);
    return rest.length > 0;
  });
  return await scan.run(unitsOf(repository, unknown, wanted), options);
}

/** Files of a folder have no ids, so they get those that git would give them. */
async function scanContents<R extends Rule>(
  engine: RuleEngine<R>,
  rules: readonly R[],
  opened: OpenedTree,
  { cacheDir, ...options }: TreeScanOptions,
): Promise<ScanResult> {
  const scan = await CachedScan.open(engine, rules, cacheDir, options.parseAll);
  const files = opened.files((file) => scan.wants(file));
  return await scan.run(unknownUnits(scan, files), options);
}

async function* unknownUnits<R extends Rule>(
  scan: CachedScan<R>,
  files: AsyncIterable<SourceFile>,
): AsyncGenerator<StoredUnit<R>> {
  for await (const file of files) {
    const oid = blobOid(file.bytes);
    for (const wanted of scan.unknownOf({ ...file, oid })) yield { ...file, oid, wanted };
  }
}

async function* unitsOf<R extends Rule>(
  repository: Repository,
  files: readonly TreeFile[],
  wanted: ReadonlyMap<string, readonly Wanted<R>[]>,
): AsyncGenerator<StoredUnit<R>> {
  for await (const { file, bytes } of readFiles(repository, files)) {
    const { oid, executable } = file;
    const path = displayPath(file.path);
    for (const one of wanted.get(file.path) ?? []) {
      yield { path, oid, bytes, executable, wanted: one };
    }
  }
}
