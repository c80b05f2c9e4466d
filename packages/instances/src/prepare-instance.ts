import { join } from 'node:path';
import { ensureEnvironment, type ImageOptions } from '@refbench/env-builder';
import { digestOf, exists } from '@refbench/base';
import { openRepository, type Repository } from '@refbench/repos';
import {
  loadRefusedRules,
  loadRuleset,
  openEngines,
  prepareRuleset,
  type Ruleset,
} from '@refbench/rule-engine';
import type { Engine } from '@refbench/sandbox';
import type { CatalogEntry } from './instance-catalog.ts';
import type {
  PreparedEnvironment,
  PreparedInstance,
  PreparedRules,
  UntestedInstance,
} from './prepared-instance.ts';
import { readFaults } from './files/faults-file.ts';
import type { Workspace } from '@refbench/workspace';

/** Ruleset of an instance without rules. IFR and the figures derived from it are null. */
const NO_RULES: Ruleset = { additive: [], reductive: [], digest: digestOf([]) };

export interface PrepareOptions {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly entry: CatalogEntry;
  readonly build: ImageOptions;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/**
 * Prepares repository, rules and image of an instance. Rules come first: neither a broken rule nor
 * a missing rule engine must cost a build.
 */
export async function prepareInstance(
  options: PrepareOptions & {
    /** Whether the instance may lack rules. Patches can still be graded by their tests. */
    readonly unfinished?: boolean | undefined;
  },
): Promise<PreparedInstance> {
  const rules = await prepareRules(options);
  const faults = await readFaults(options.entry.dir);
  const prepared = await prepareEnvironment(options);
  const { repository, instance } = prepared;
  return {
    ...prepared,
    ...rules,
    faults,
    goldenPatch: () => repository.diff(instance.base, instance.golden),
  };
}

/** Prepares repository and rules of an instance without tests. No container is needed. */
export async function prepareUntested(
  options: Parameters<typeof prepareRules>[0],
): Promise<UntestedInstance> {
  const { workspace, entry } = options;
  const { instance, dir } = entry;
  const rules = await prepareRules(options);
  const repository = await openInstanceRepository(options);
  try {
    return {
      workspace,
      instance,
      dir,
      repository,
      ...rules,
      baseTree: await repository.readTree(instance.base),
      environment: null,
      faults: undefined,
      goldenPatch: () => repository.diff(instance.base, instance.golden),
      [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
    };
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** Loads the rules of an instance and the engines that run them. */
export async function prepareRules(
  options: Pick<PrepareOptions, 'workspace' | 'entry' | 'build' | 'signal'> & {
    readonly unfinished?: boolean | undefined;
  },
): Promise<PreparedRules> {
  const { workspace, build, signal } = options;
  const { rulesDir } = options.entry;
  const without = options.unfinished === true && !(await exists(rulesDir));
  const engines = openEngines({
    stateDir: workspace.stateDir,
    program: workspace.opengrep,
    certificates: build.network.certificates,
  });
  const loaded = without ? NO_RULES : await loadRuleset(rulesDir);
  const refused = without ? undefined : await loadRefusedRules(rulesDir);
  const ready = (ruleset: Ruleset): Promise<Ruleset> => prepareRuleset(ruleset, engines, signal);
  return {
    engines,
    ruleset: await ready(loaded),
    refused: refused && { ...refused, ruleset: await ready(refused.ruleset) },
  };
}

/** Prepares repository and image of an instance, which may still lack rules and task texts. */
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

/** Opens the repository of an instance from the mirror, a path or its URL. */
export async function openInstanceRepository(
  options: Pick<PrepareOptions, 'workspace' | 'entry'> & Partial<Pick<PrepareOptions, 'signal'>>,
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

/** When the golden commit of an instance was made. */
export async function timeOfGolden(
  options: Parameters<typeof openInstanceRepository>[0],
): Promise<Date> {
  await using repository = await openInstanceRepository(options);
  return (await repository.readCommit(options.entry.instance.golden)).committedAt;
}
