import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { instanceSchema, RefbenchError } from '@refbench/contracts';
import { readYamlFile } from '@refbench/files';
import { openTree } from '@refbench/repos';
import {
  groundOfTrees,
  openEngines,
  openGround,
  type RepositoryGround,
  type RuleGround,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { selectInstances, type Workspace } from '@refbench/runner';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from './workspace-options.ts';

export interface TargetOptions extends WorkspaceOptions {
  readonly base?: string;
  readonly golden?: string;
}

/** A ruleset's folder and the two trees that it is about. */
interface Target<Ground extends RuleGround> extends AsyncDisposable {
  readonly name: string;
  readonly rulesDir: string;
  readonly ground: Ground;
  /** Engines, and the folder of cached matches. */
  readonly scanOptions: TreeScanOptions;
}

export type RuleTarget = Target<RuleGround>;
export type InstanceTarget = Target<RepositoryGround>;

export function addTargetOptions(command: Command): Command {
  return addWorkspaceOptions(command)
    .option('--base <tree>', 'before the refactoring: a folder, or <repository>@<commit>')
    .option('--golden <tree>', 'after it');
}

/**
 * What an argument names: an instance by its id or folder, or the folder of a ruleset, whose trees are
 * those of the instance of its name, or those of --base and --golden.
 */
export async function openTarget(argument: string, options: TargetOptions): Promise<RuleTarget> {
  const { base, golden } = options;
  if (base === undefined && golden === undefined) return await openInstance(argument, options);
  if (base === undefined || golden === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: 'one of --base and --golden is given without the other',
      mend: 'give both, or neither and the id of an instance',
    });
  }
  const workspace = workspaceOf(options);
  const { mirror, stateDir } = workspace;
  const sources = { mirror, cacheDir: join(stateDir, 'repositories') };
  const before = await openTree(base, sources);
  const after = await openTree(golden, sources);
  return {
    name: argument,
    rulesDir: resolve(argument),
    ground: groundOfTrees({ base: before, golden: after }),
    scanOptions: scanOptionsOf(workspace),
    [Symbol.asyncDispose]: async () => {
      await before[Symbol.asyncDispose]();
      await after[Symbol.asyncDispose]();
    },
  };
}

/** As above, of an instance only. */
export async function openInstance(
  argument: string,
  options: WorkspaceOptions,
): Promise<InstanceTarget> {
  const workspace = workspaceOf(options);
  const { mirror, stateDir } = workspace;
  const { instance, dir, rulesDir } = await findInstance(argument, options);
  const ground = await openGround({
    instance,
    instanceDir: dir,
    mirror,
    cacheDir: join(stateDir, 'repositories'),
  });
  return {
    name: instance.id,
    rulesDir,
    ground,
    scanOptions: scanOptionsOf(workspace),
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
}

function scanOptionsOf({ stateDir, opengrep }: Workspace): TreeScanOptions {
  return {
    engines: openEngines({ stateDir, program: opengrep }),
    cacheDir: join(stateDir, 'matches'),
  };
}

type Entry = Awaited<ReturnType<typeof selectInstances>>[number];

async function findInstance(argument: string, options: WorkspaceOptions): Promise<Entry> {
  const workspace = workspaceOf(options);
  const manifest = join(argument, 'instance.yaml');
  if (await exists(manifest)) {
    const instance = await readYamlFile(manifest, instanceSchema);
    return { instance, dir: resolve(argument), rulesDir: join(workspace.rulesDir, instance.id) };
  }
  const isFolder = argument.includes('/') || (await exists(join(argument, 'additive')));
  const [entry] = await selectInstances(workspace, [isFolder ? basename(argument) : argument]);
  if (entry === undefined) throw new Error('a pattern without an instance is an error');
  return isFolder ? { ...entry, rulesDir: resolve(argument) } : entry;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
