import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance, PlantedFaults } from '@refbench/contracts';
import { ensureEnvironment, type Environment, type ImageOptions } from '@refbench/env-builder';
import { digestOf } from '@refbench/files';
import { openRepository, type Repository, type Tree } from '@refbench/repos';
import { loadRuleset, type Ruleset } from '@refbench/rule-engine';
import type { Engine } from '@refbench/sandbox';
import type { CatalogEntry } from './instance-catalog.ts';
import { readFaults } from './planted-faults/faults-file.ts';
import type { Workspace } from './workspace.ts';

/** An instance whose suite can be run: repository and image, no rules. */
export interface PreparedEnvironment extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly instance: Instance;
  readonly dir: string;
  readonly repository: Repository;
  readonly environment: Environment;
  readonly baseTree: Tree;
}

/** An instance with everything that attempts on it share; made once a run, then only read. */
export interface PreparedInstance extends PreparedEnvironment {
  readonly ruleset: Ruleset;
  /** Undefined where nobody looked for any. */
  readonly faults: PlantedFaults | undefined;
  goldenPatch(): Promise<Buffer>;
}

/** Of an instance whose rules are not written yet: IFR and what rests on it are null. */
const NO_RULES: Ruleset = { additive: [], reductive: [], digest: digestOf([]) };

export interface PrepareOptions {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly entry: CatalogEntry;
  readonly build: ImageOptions;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** Repository, rules and image of an instance. Rules first: a broken rule must not cost a build. */
export async function prepareInstance(
  options: PrepareOptions & {
    /** It may have no rules yet: patches can still be graded by their tests. */
    readonly unfinished?: boolean | undefined;
  },
): Promise<PreparedInstance> {
  const { rulesDir } = options.entry;
  const without = options.unfinished === true && !(await isThere(rulesDir));
  const ruleset = without ? NO_RULES : await loadRuleset(rulesDir);
  const faults = await readFaults(options.entry.dir);
  const prepared = await prepareEnvironment(options);
  const { repository, instance } = prepared;
  return {
    ...prepared,
    ruleset,
    faults,
    goldenPatch: () => repository.diff(instance.base, instance.golden),
  };
}

/** Repository and image of an instance; an instance may still be without rules and task texts. */
export async function prepareEnvironment(options: PrepareOptions): Promise<PreparedEnvironment> {
  const { workspace, engine, entry, signal } = options;
  const { instance, dir } = entry;
  const repository = await openInstanceRepository(options);
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
      baseTree,
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** Base and golden of an instance, from wherever the workspace has them. */
export async function openInstanceRepository(
  options: Pick<PrepareOptions, 'workspace' | 'entry' | 'signal'>,
): Promise<Repository> {
  const { workspace, entry, signal } = options;
  const { repository, base, golden } = entry.instance;
  return await openRepository({
    repository,
    instanceDir: entry.dir,
    base,
    golden,
    ...(workspace.mirror === undefined ? {} : { mirror: workspace.mirror }),
    cacheDir: join(workspace.stateDir, 'repositories'),
    signal,
  });
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined;
}
