import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import { MatchCache } from '../cache/match-cache.ts';
import { ResultCollector } from '../result-collector.ts';
import { findExternalProgram } from '../opengrep/external/external-program.ts';
import type { Rule } from '../rule.ts';
import { planScan, type ScanPlan, type Wanted } from '../scan-plan.ts';
import type { ScanResult } from '../scan-result.ts';
import { mergedResults, scanOpengrep } from '../scan-opengrep.ts';
import { scanUnits, type ScanOptions, type ScanUnit, type UnitResult } from '../scan-units.ts';
import { changedPaths, regularFiles, readFiles, readSources, type TreeFile } from './tree-files.ts';

export interface TreeScanOptions extends ScanOptions {
  /** Folder of kept matches; without it, everything is matched anew. May be shared by processes. */
  readonly cacheDir?: string | undefined;
}

/** All matches on a tree of a repository; files whose matches are kept are not read. */
export async function scanTree(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  options: TreeScanOptions = {},
): Promise<ScanResult> {
  return await scanPaths(rules, repository, tree, [...tree.keys()], options);
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
  options: TreeScanOptions = {},
): Promise<ScanResult> {
  const { removed, written } = changedPaths(before.tree, after);
  const differing = new Set([...removed, ...written].map(displayPath));
  const fresh = await scanPaths(rules, repository, after, written, options);
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

interface TreeUnit extends ScanUnit {
  readonly oid: string;
}

async function scanPaths(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
  options: TreeScanOptions,
): Promise<ScanResult> {
  const native = rules.filter(({ opengrep }) => opengrep === undefined);
  const found = await scanWithAstGrep(native, repository, tree, paths, options);
  const imported = rules.flatMap(({ opengrep }) => (opengrep === undefined ? [] : [opengrep]));
  if (imported.length === 0) return found;
  const others = await scanOpengrep(imported, () => readSources(repository, tree, paths), {
    program: imported.some(({ engine }) => engine !== 'native')
      ? await findExternalProgram()
      : undefined,
    signal: options.signal,
  });
  return mergedResults([found, others]);
}

async function scanWithAstGrep(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
  { cacheDir, ...options }: TreeScanOptions,
): Promise<ScanResult> {
  const plan = planScan(rules);
  const cache = cacheDir === undefined ? undefined : await MatchCache.open(cacheDir, rules);
  const collector = new ResultCollector();
  const wanted = new Map<string, Wanted[]>();
  const unknown = regularFiles(tree, paths).filter((file) => {
    const rest = plan
      .wantedFor(displayPath(file.path))
      .map((one) => takeKnown(one, file, collector, cache, options.parseAll))
      .filter((one) => one !== undefined);
    wanted.set(file.path, rest);
    return rest.length > 0;
  });
  await scanUnits(plan, unitsOf(repository, unknown, wanted), options, (result) => {
    collector.add(result);
    if (cache !== undefined) keep(cache, plan, result);
  });
  await cache?.save();
  return collector.result();
}

/** Hands what is known of a file to the collector; returns what is still wanted of it. */
function takeKnown(
  wanted: Wanted,
  { path, oid }: TreeFile,
  collector: ResultCollector,
  cache: MatchCache | undefined,
  parseAll = false,
): Wanted | undefined {
  if (cache === undefined) return wanted;
  const file = displayPath(path);
  const known = cache.get(wanted.language, oid);
  if (parseAll && known.broken === undefined) return wanted;
  if (parseAll && known.broken === true) collector.addBroken(file);
  const rules = wanted.rules.filter(({ rule }) => {
    const matches = known.of(rule);
    if (matches === undefined) return true;
    collector.addPlaces(rule.id, file, matches.places);
    if (matches.candidate && known.broken === true) collector.addBroken(file);
    return false;
  });
  return rules.length === 0 ? undefined : { ...wanted, rules };
}

async function* unitsOf(
  repository: Repository,
  files: readonly TreeFile[],
  wanted: ReadonlyMap<string, readonly Wanted[]>,
): AsyncGenerator<TreeUnit> {
  for await (const { file, bytes } of readFiles(repository, files)) {
    const { oid } = file;
    const path = displayPath(file.path);
    for (const one of wanted.get(file.path) ?? []) yield { path, oid, bytes, wanted: one };
  }
}

function keep(cache: MatchCache, plan: ScanPlan, result: UnitResult<TreeUnit>): void {
  if (result.kind === 'skipped') return;
  const { oid, wanted } = result.unit;
  const { language } = wanted;
  const rules = wanted.rules.map(({ rule }) => rule);
  if (result.kind === 'ruled-out') {
    cache.put({ language, oid, broken: undefined, rules, matches: [] });
    return;
  }
  // What a failure left unanswered is asked again.
  if (result.errors.length > 0) return;
  const matches = result.matches.flatMap(({ rule: { index }, places }) => {
    const rule = plan.rules[index];
    return rule === undefined ? [] : [{ rule, places }];
  });
  cache.put({ language, oid, broken: result.broken, rules, matches });
}
