import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { instanceSchema, RefbenchError } from '@refbench/contracts';
import { exists, readYamlFile } from '@refbench/base';
import { openTree } from '@refbench/repos';
import {
  contextOfTrees,
  openEngines,
  openRuleContext,
  type RepositoryContext,
  type RuleContext,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { selectEntries, selectOne, type CatalogEntry } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';
import { selectionOf, type SelectionOptions } from './selection-options.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from './workspace-options.ts';

export interface TargetOptions extends WorkspaceOptions {
  readonly base?: string;
  readonly golden?: string;
}

/** A ruleset with its base tree and its golden tree. */
interface Target<Context extends RuleContext> extends AsyncDisposable {
  readonly name: string;
  readonly rulesDir: string;
  readonly context: Context;
  /** Engines, and the folder of cached matches. */
  readonly scanOptions: TreeScanOptions;
}

export type RuleTarget = Target<RuleContext>;
export type InstanceTarget = Target<RepositoryContext>;

export function addTargetOptions(command: Command): Command {
  return addWorkspaceOptions(command)
    .option('--base <tree>', 'tree before the refactoring: a folder, or <repository>@<commit>')
    .option('--golden <tree>', 'tree after the refactoring');
}

/**
 * Opens the targets of a command line, one at a time. An argument is an instance (id, glob, set or
 * folder) or the folder of a ruleset. The trees of a ruleset are those of the instance of the same
 * name, or --base and --golden.
 */
export async function* openTargets(
  names: readonly string[],
  options: TargetOptions & SelectionOptions,
): AsyncGenerator<RuleTarget, void, undefined> {
  if (options.base === undefined && options.golden === undefined) {
    for (const entry of await chosenEntries(names, options)) yield await openEntry(entry, options);
  } else for (const name of names) yield await openTarget(name, options);
}

/** Opens the target of one argument that names exactly one ruleset. */
export async function openTarget(argument: string, options: TargetOptions): Promise<RuleTarget> {
  const { base, golden } = options;
  if (base === undefined && golden === undefined) {
    const entry = await folderEntry(argument, options);
    return await openEntry(entry ?? (await selectOne(workspaceOf(options), argument)), options);
  }
  if (base === undefined || golden === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: '--base and --golden must be used together',
      hint: 'use both, or neither and the id of an instance',
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
    context: contextOfTrees({ base: before, golden: after }),
    scanOptions: scanOptionsOf(workspace),
    [Symbol.asyncDispose]: async () => {
      await before[Symbol.asyncDispose]();
      await after[Symbol.asyncDispose]();
    },
  };
}

/**
 * Resolves the instances of a command line. Filters apply to instances that are named by id, glob or
 * set.
 */
export async function chosenEntries(
  names: readonly string[],
  options: WorkspaceOptions & SelectionOptions,
): Promise<readonly CatalogEntry[]> {
  const folders: CatalogEntry[] = [];
  const patterns: string[] = [];
  for (const name of names) {
    const entry = await folderEntry(name, options);
    if (entry === undefined) patterns.push(name);
    else folders.push(entry);
  }
  if (patterns.length === 0) return folders;
  const selection = selectionOf(patterns, options);
  return [...folders, ...(await selectEntries(workspaceOf(options), selection))];
}

/** Opens the ruleset of an instance with its repository. */
export async function openEntry(
  { instance, dir, rulesDir }: CatalogEntry,
  options: WorkspaceOptions,
): Promise<InstanceTarget> {
  const workspace = workspaceOf(options);
  const { mirror, stateDir } = workspace;
  const context = await openRuleContext({
    instance,
    instanceDir: dir,
    mirror,
    cacheDir: join(stateDir, 'repositories'),
  });
  return {
    name: instance.id,
    rulesDir,
    context,
    scanOptions: scanOptionsOf(workspace),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

function scanOptionsOf({ stateDir, opengrep }: Workspace): TreeScanOptions {
  return {
    engines: openEngines({ stateDir, program: opengrep }),
    cacheDir: join(stateDir, 'matches'),
  };
}

/** Returns the instance of an instance folder or ruleset folder; undefined for an id, a glob or a set. */
async function folderEntry(
  argument: string,
  options: WorkspaceOptions,
): Promise<CatalogEntry | undefined> {
  const workspace = workspaceOf(options);
  const manifest = join(argument, 'instance.yaml');
  if (await exists(manifest)) {
    const instance = await readYamlFile(manifest, instanceSchema);
    return { instance, dir: resolve(argument), rulesDir: join(workspace.rulesDir, instance.id) };
  }
  const isFolder = argument.includes('/') || (await exists(join(argument, 'additive')));
  if (!isFolder) return undefined;
  return { ...(await selectOne(workspace, basename(argument))), rulesDir: resolve(argument) };
}
