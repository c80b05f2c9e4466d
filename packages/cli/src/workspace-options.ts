import { isAbsolute, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { LOG_LEVELS, type LogLevel } from '@refbench/logging';
import type { Workspace } from '@refbench/runner';
import { PathOption } from './command-line/path-option.ts';

/** Options that most commands share. */
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

/** What a command does with the folders of the workspace; those that it does not name stay untried. */
export type FolderUses = Readonly<Partial<Record<Folder, 'read' | 'write'>>>;

/** Shown by `--help-all` only: the defaults are the folders of a workspace. */
const GROUP = 'Folders and sources:';

const FOLDERS = [
  ['instances', 'folder of the instances', 'instances'],
  ['rules', 'folder of the rulesets', 'rules'],
  ['runs', 'folder of the runs', 'runs'],
  ['state', 'caches and baselines of this host', process.env['REFBENCH_STATE_DIR'] ?? '.refbench'],
] as const;

/** The folders of the workspace and the mirror; they are tried before the command starts. */
export function addWorkspaceOptions<C extends Command>(
  command: C,
  uses: FolderUses = { instances: 'read', state: 'write' },
): C {
  for (const [folder] of FOLDERS) addFolderOption(command, folder, uses[folder]);
  addMirrorOption(command);
  const opengrep = new Option(
    '--opengrep <program>',
    'what runs OpenGrep rules (default: a pinned OpenGrep, fetched when it is first needed)',
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

/** `a,b` and repeated options both make a list; a value that names nothing is refused. */
export function collectList(value: string, previous: readonly string[] = []): readonly string[] {
  const items = value.split(',').map((item) => item.trim());
  const named = items.filter((item) => item !== '');
  if (named.length === 0) throw new InvalidArgumentError('it names nothing');
  return [...previous, ...named];
}
