import type { Instance } from '@refbench/contracts';
import {
  bytePath,
  openRepository,
  type OpenedTree,
  type Repository,
  type Tree,
} from '@refbench/repos';
import type { Rule } from '../rule.ts';
import type { ScanResult } from '../scan-result.ts';
import { scanChanges, scanOpenedTree, scanTree, type TreeScanOptions } from '../trees/scan-tree.ts';

export type GroundState = 'base' | 'golden';

export type GroundScan = Readonly<Record<GroundState, ScanResult>>;

/** What rules of a refactoring are held against: the tree before it and the tree after it. */
export interface RuleGround extends AsyncDisposable {
  /** All matches on both states. */
  scan(rules: readonly Rule[], options?: TreeScanOptions): Promise<GroundScan>;
  /** A file of a state, by the path that a witness names; undefined where there is none. */
  read(state: GroundState, file: string): Promise<Buffer | undefined>;
}

/** A ground in a repository, whose trees can also be changed. */
export interface RepositoryGround extends RuleGround {
  readonly repository: Repository;
  readonly commits: Readonly<Record<GroundState, string>>;
  readonly base: Tree;
  readonly golden: Tree;
}

export interface OpenGroundOptions {
  readonly instance: Instance;
  /** Folder of instance.yaml. */
  readonly instanceDir: string;
  readonly mirror?: string | undefined;
  /** For fetched and temporary repositories. */
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Base and golden of an instance. On golden, only files that differ are scanned.
 * @throws RefbenchError kind `repository`
 */
export async function openGround(options: OpenGroundOptions): Promise<RepositoryGround> {
  const { repository: source, base, golden } = options.instance;
  const repository = await openRepository({ ...options, repository: source, base, golden });
  try {
    return await groundIn(repository, { base, golden });
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** Two commits of a repository; disposing of the ground closes it. */
export async function groundIn(
  repository: Repository,
  commits: RepositoryGround['commits'],
): Promise<RepositoryGround> {
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

/** Two trees of anywhere; they stay the caller's to close. */
export function groundOfTrees(trees: Readonly<Record<GroundState, OpenedTree>>): RuleGround {
  return {
    scan: async (rules, options = {}) => ({
      base: await scanOpenedTree(rules, trees.base, options),
      golden: await scanOpenedTree(rules, trees.golden, options),
    }),
    read: async (state, wanted) => {
      for await (const { path, bytes } of trees[state].files()) if (path === wanted) return bytes;
      return undefined;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
