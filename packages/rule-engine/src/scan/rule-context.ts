import type { Instance } from '@refbench/contracts';
import {
  bytePath,
  openRepository,
  type OpenedTree,
  type Repository,
  type Tree,
} from '@refbench/repos';
import type { Rule } from '../rule/rule.ts';
import type { ScanResult } from '../matches/scan-result.ts';
import { scanChanges, scanOpenedTree, scanTree, type TreeScanOptions } from './scan-tree.ts';
import { admitAgainstBase } from '../within/admit-witnesses.ts';
import { openedTree } from '../tree/tree-pair.ts';

export type ContextState = 'base' | 'golden';

export type ContextScan = Readonly<Record<ContextState, ScanResult>>;

/** The trees before and after a refactoring, against which rules are checked. */
export interface RuleContext extends AsyncDisposable {
  /** Finds all matches on both trees. */
  scan(rules: readonly Rule[], options?: TreeScanOptions): Promise<ContextScan>;
  /** Reads a file of a tree by the path in a witness; undefined if it does not exist. */
  read(state: ContextState, file: string): Promise<Buffer | undefined>;
}

/** A rule context in a repository, in which further trees can be written. */
export interface RepositoryContext extends RuleContext {
  readonly repository: Repository;
  readonly commits: Readonly<Record<ContextState, string>>;
  readonly base: Tree;
  readonly golden: Tree;
}

export interface OpenRuleContextOptions {
  readonly instance: Instance;
  /** Folder of instance.yaml. */
  readonly instanceDir: string;
  readonly mirror?: string | undefined;
  /** Folder for fetched and temporary repositories. */
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens base and golden of an instance. On golden, only files that differ from base are scanned.
 * @throws RefbenchError kind `repository`
 */
export async function openRuleContext(options: OpenRuleContextOptions): Promise<RepositoryContext> {
  const { repository: source, base, golden } = options.instance;
  const repository = await openRepository({ ...options, repository: source, base, golden });
  try {
    return await repositoryContext(repository, { base, golden });
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** Creates a context from two commits of a repository. Disposing the context closes the repository. */
export async function repositoryContext(
  repository: Repository,
  commits: RepositoryContext['commits'],
): Promise<RepositoryContext> {
  const base = await repository.readTree(commits.base);
  const golden = await repository.readTree(commits.golden);
  const trees = { base, golden };
  return {
    repository,
    commits,
    base,
    golden,
    scan: async (rules, scanOptions = {}) => {
      const before = await scanTree(rules, repository, base, scanOptions);
      const known = { tree: base, scan: before };
      const after = await scanChanges(rules, repository, known, golden, scanOptions);
      return { base: before, golden: after };
    },
    read: async (state, file) => {
      const entry = trees[state].get(bytePath(file));
      return entry === undefined ? undefined : await repository.readBlob(entry.oid);
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

/** Creates a context from any two trees. The caller closes them. */
export function contextOfTrees(trees: Readonly<Record<ContextState, OpenedTree>>): RuleContext {
  return {
    scan: async (rules, options = {}) => {
      const base = await scanOpenedTree(rules, trees.base, options);
      const golden = await scanOpenedTree(rules, trees.golden, options);
      const pair = { base: openedTree(trees.base), after: openedTree(trees.golden) };
      return { base, golden: await admitAgainstBase(rules, golden, pair) };
    },
    read: async (state, wanted) => {
      for await (const { path, bytes } of trees[state].files()) if (path === wanted) return bytes;
      return undefined;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
