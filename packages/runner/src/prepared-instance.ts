import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { ensureEnvironment, type Environment, type ImageOptions } from '@refbench/env-builder';
import { openRepository, type Repository, type Tree } from '@refbench/repos';
import { loadRuleset, type Ruleset } from '@refbench/rule-engine';
import type { Engine } from '@refbench/sandbox';
import type { CatalogEntry } from './instance-catalog.ts';
import type { Workspace } from './workspace.ts';

/** An instance with everything that attempts on it share; made once a run, then only read. */
export interface PreparedInstance extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly instance: Instance;
  readonly dir: string;
  readonly repository: Repository;
  readonly environment: Environment;
  readonly ruleset: Ruleset;
  readonly baseTree: Tree;
  goldenPatch(): Promise<Buffer>;
}

export interface PrepareOptions {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly entry: CatalogEntry;
  readonly build: ImageOptions;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** Repository, rules and image of an instance. Rules first: a broken rule must not cost a build. */
export async function prepareInstance(options: PrepareOptions): Promise<PreparedInstance> {
  const { workspace, engine, entry, signal } = options;
  const { instance, dir } = entry;
  const ruleset = await loadRuleset(entry.rulesDir);
  const repository = await openInstanceRepository(workspace, entry, signal);
  try {
    const environment = await ensureEnvironment({
      engine,
      instance,
      instanceDir: dir,
      repository,
      options: { ...options.build, signal, onProgress: options.onProgress },
    });
    const baseTree = await repository.readTree(instance.base);
    return {
      workspace,
      engine,
      instance,
      dir,
      repository,
      environment,
      ruleset,
      baseTree,
      goldenPatch: () => repository.diff(instance.base, instance.golden),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** The repository of an instance, from where the workspace and the instance say. */
export async function openInstanceRepository(
  workspace: Workspace,
  { instance, dir }: CatalogEntry,
  signal: AbortSignal,
): Promise<Repository> {
  return await openRepository({
    repository: instance.repository,
    instanceDir: dir,
    base: instance.base,
    golden: instance.golden,
    ...(workspace.mirror === undefined ? {} : { mirror: workspace.mirror }),
    cacheDir: join(workspace.stateDir, 'repositories'),
    signal,
  });
}
