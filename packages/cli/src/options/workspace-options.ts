import { isAbsolute, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { LOG_LEVELS, type LogLevel } from '@refbench/base';
import type { Workspace } from '@refbench/workspace';
import { PathOption } from '../command-line/path-option.ts';

/** The options that most commands share. */
export interface WorkspaceOptions {
  readonly instancesDir: string;
  readonly rulesDir: string;
  readonly runsDir: string;
  readonly stateDir: string;
  readonly mirror?: string;
  readonly opengrep?: string;
  readonly logLevel?: LogLevel;
}

type Folder = 'instances' | 'rules' | 'runs' | 'state';

/** How a command uses the folders of the workspace. Folders that are not listed are not checked. */
export type FolderUses = Readonly<Partial<Record<Folder, 'read' | 'write'>>>;

/** These options are shown by `--help-all` only. Their defaults are the folders of a workspace. */
const GROUP = 'Folders and sources:';

const FOLDERS = [
  ['instances', 'folder of the instances', 'instances'],
  ['rules', 'folder of the rulesets', 'rules'],
  ['runs', 'folder of the runs', 'runs'],
  [
    'state',
    'folder of caches and baselines of this host',
    process.env['REFBENCH_STATE_DIR'] ?? '.refbench',
  ],
] as const;

/** Adds the folders of the workspace and the mirror. They are checked before the command starts. */
export function addWorkspaceOptions<C extends Command>(
  command: C,
  uses: FolderUses = { instances: 'read', state: 'write' },
): C {
  for (const [folder] of FOLDERS) addFolderOption(command, folder, uses[folder]);
  addMirrorOption(command);
  const opengrep = new Option(
    '--opengrep <program>',
    'OpenGrep program (default: a pinned version, downloaded when first needed)',
  );
  const logLevel = new Option(
    '--log-level <level>',
    'what is logged: for a run, into its log file in the state folder (default: info); otherwise, to standard error (default: nothing)',
  );
  logLevel.choices(LOG_LEVELS).env('REFBENCH_LOG_LEVEL');
  command.addOption(logLevel.helpGroup(GROUP).hideHelp());
  command.addOption(opengrep.default(process.env['OPENGREP']).helpGroup(GROUP).hideHelp());
  return command;
}

export function addFolderOption<C extends Command>(
  command: C,
  folder: Folder,
  use: 'read' | 'write' | undefined,
): C {
  const [, description, standard] = FOLDERS.find(([name]) => name === folder) ?? FOLDERS[0];
  const flags = `--${folder}-dir <dir>`;
  const option =
    use === undefined
      ? new Option(flags, description)
      : new PathOption(flags, description, `${use}-folder`);
  command.addOption(option.default(standard).helpGroup(GROUP).hideHelp());
  return command;
}

export function addMirrorOption<C extends Command>(command: C): C {
  const option = new PathOption(
    '--mirror <folder|template>',
    "git sources: a folder of bare repositories, or a template such as '/srv/git/{owner}+{name}/repo'",
    'mirror',
  );
  command.addOption(option.default(process.env['REFBENCH_MIRROR']).helpGroup(GROUP).hideHelp());
  return command;
}

export function workspaceOf(options: WorkspaceOptions): Workspace {
  const { mirror, opengrep } = options;
  return {
    instancesDir: resolve(options.instancesDir),
    rulesDir: resolve(options.rulesDir),
    runsDir: resolve(options.runsDir),
    stateDir: resolve(options.stateDir),
    mirror: mirror === undefined || isAbsolute(mirror) ? mirror : resolve(mirror),
    opengrep: opengrep === '' ? undefined : opengrep,
  };
}

/** A commander parser for lists: `a,b` or repeated options. An empty list is refused. */
export function collectList(value: string, previous: readonly string[] = []): readonly string[] {
  const items = value.split(',').map((item) => item.trim());
  const named = items.filter((item) => item !== '');
  if (named.length === 0) throw new InvalidArgumentError('the list is empty');
  return [...previous, ...named];
}
