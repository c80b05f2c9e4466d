import type { Instance } from '@refbench/contracts';
import { openRepository, type Repository, type Tree } from '@refbench/repos';
import type { Rule } from '../rule.ts';
import type { ScanResult } from '../scan-result.ts';
import { scanChanges, scanTree, type TreeScanOptions } from '../trees/scan-tree.ts';

/** What rules of a refactoring are held against: the tree before it and the tree after it. */
export interface RuleGround extends AsyncDisposable {
  readonly repository: Repository;
  readonly base: Tree;
  readonly golden: Tree;
}

export interface GroundScan {
  readonly base: ScanResult;
  readonly golden: ScanResult;
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
 * Base and golden of an instance.
 * @throws RefbenchError kind `repository`
 */
export async function openGround(options: OpenGroundOptions): Promise<RuleGround> {
  const { repository: source, base, golden } = options.instance;
  const repository = await openRepository({ ...options, repository: source, base, golden });
  try {
    return {
      repository,
      base: await repository.readTree(base),
      golden: await repository.readTree(golden),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** All matches on both states; on golden only files that differ are read. */
export async function scanGround(
  ground: RuleGround,
  rules: readonly Rule[],
  options: TreeScanOptions = {},
): Promise<GroundScan> {
  const { repository, base: tree } = ground;
  const base = await scanTree(rules, repository, tree, options);
  const before = { tree, scan: base };
  return { base, golden: await scanChanges(rules, repository, before, ground.golden, options) };
}
