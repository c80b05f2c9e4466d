import {
  displayPath,
  type BytePath,
  type OpenedTree,
  type Repository,
  type Tree,
} from '@refbench/repos';
import { MatchCache } from '../cache/match-cache.ts';
import { ResultCollector } from '../ast-grep/result-collector.ts';
import { astGrepEngine } from '../ast-grep/ast-grep-engine.ts';
import type {
  RuleEngine,
  ScanPlan,
  ScanUnit,
  ShardResult,
  Wanted,
} from '../matches/rule-engine.ts';
import type { Rule } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { scanSources, type EngineScanOptions } from './scan-files.ts';
import { mergedResults, withoutEngine } from '../matches/merged-results.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { admitAgainstBase, admitByPath } from '../within/admit-witnesses.ts';
import { repositoryTree } from '../tree/tree-pair.ts';
import { changedPaths, regularFiles, readFiles, type TreeFile } from '../tree/tree-files.ts';

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

/** Like `scanTree`, for a commit or a folder. Matches in a folder are not cached. */
export async function scanOpenedTree(
  rules: readonly Rule[],
  opened: OpenedTree,
  options: TreeScanOptions = {},
): Promise<ScanResult> {
  const { stored } = opened;
  return stored === undefined
    ? await scanSources(rules, () => opened.files(), options)
    : await scanTree(rules, stored.repository, stored.tree, options);
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

interface TreeUnit<R extends Rule> extends ScanUnit<R> {
  readonly oid: string;
}

async function scanPaths(
  rules: readonly Rule[],
  repository: Repository,
  tree: Tree,
  paths: readonly BytePath[],
  options: TreeScanOptions,
): Promise<ScanResult> {
  const { astGrep, opengrep } = rulesByDialect(rules);
  const { engines } = options;
  const files = regularFiles(tree, paths);
  const results: ScanResult[] = [];
  if (astGrep.length > 0 || opengrep.length === 0) {
    const engine = engines?.astGrep ?? astGrepEngine;
    results.push(await scanFilesWith(engine, astGrep, repository, files, options));
  }
  if (opengrep.length > 0) {
    results.push(
      engines === undefined
        ? withoutEngine(opengrep)
        : await scanFilesWith(engines.opengrep, opengrep, repository, files, options),
    );
  }
  return admitByPath(rules, mergedResults(results));
}

async function scanFilesWith<R extends Rule>(
  engine: RuleEngine<R>,
  rules: readonly R[],
  repository: Repository,
  files: readonly TreeFile[],
  { cacheDir, ...options }: TreeScanOptions,
): Promise<ScanResult> {
  const plan = engine.plan(rules);
  const cache =
    cacheDir === undefined
      ? undefined
      : await MatchCache.open(cacheDir, await engine.digest(), rules);
  const collector = new ResultCollector();
  const wanted = new Map<string, Wanted<R>[]>();
  const unknown = files.filter((file) => {
    const path = displayPath(file.path);
    const rest = plan
      .wantedFor({ path, executable: file.executable })
      .map((one) => takeKnown(one, file, collector, cache, options.parseAll))
      .filter((one) => one !== undefined);
    wanted.set(file.path, rest);
    return rest.length > 0;
  });
  if (unknown.length > 0) {
    await plan.scan(unitsOf(repository, unknown, wanted), options, (result) => {
      collector.add(result);
      if (cache !== undefined) keep(cache, plan, result);
    });
  }
  await cache?.save();
  return collector.result();
}

/** Passes cached matches of a file to the collector. Returns the rules that still have to be run. */
function takeKnown<R extends Rule>(
  wanted: Wanted<R>,
  { path, oid }: TreeFile,
  collector: ResultCollector,
  cache: MatchCache | undefined,
  parseAll = false,
): Wanted<R> | undefined {
  if (cache === undefined) return wanted;
  const file = displayPath(path);
  const known = cache.get(wanted.kind, oid);
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

async function* unitsOf<R extends Rule>(
  repository: Repository,
  files: readonly TreeFile[],
  wanted: ReadonlyMap<string, readonly Wanted<R>[]>,
): AsyncGenerator<TreeUnit<R>> {
  for await (const { file, bytes } of readFiles(repository, files)) {
    const { oid, executable } = file;
    const path = displayPath(file.path);
    for (const one of wanted.get(file.path) ?? []) {
      yield { path, oid, bytes, executable, wanted: one };
    }
  }
}

function keep<R extends Rule>(
  cache: MatchCache,
  plan: ScanPlan<R>,
  result: ShardResult<TreeUnit<R>>,
): void {
  if (result.kind === 'skipped') return;
  const { oid, wanted } = result.unit;
  const { kind } = wanted;
  const all = wanted.rules.map(({ rule }) => rule);
  if (result.kind === 'ruled-out') {
    cache.put({ kind, oid, broken: undefined, rules: all, matches: [] });
    return;
  }
  // Failures are not cached, so they are tried again.
  const failed = new Set(result.errors.map(({ rule }) => rule));
  if (failed.has(null)) return;
  const matches = result.matches.flatMap(({ rule: { index }, places }) => {
    const rule = plan.rules[index];
    const isKnown = result.broken || places.length > 0;
    return rule === undefined || !isKnown ? [] : [{ rule, places }];
  });
  const rules = all.filter(({ id }) => !failed.has(id));
  cache.put({ kind, oid, broken: result.broken, rules, matches });
}
