import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Workspace } from '@refbench/runner';

/** Options that most commands share. */
export interface WorkspaceOptions {
  readonly instancesDir: string;
  readonly rulesDir: string;
  readonly runsDir: string;
  readonly stateDir: string;
  readonly mirror?: string;
  readonly opengrep?: string;
}

export function addWorkspaceOptions(command: Command): Command {
  return command
    .option('--instances-dir <dir>', 'folder of the instances', 'instances')
    .option('--rules-dir <dir>', 'folder of the rulesets', 'rules')
    .option('--runs-dir <dir>', 'folder that runs are written to', 'runs')
    .option(
      '--state-dir <dir>',
      'caches and baselines of this host',
      process.env['REFBENCH_STATE_DIR'] ?? '.refbench',
    )
    .option(
      '--mirror <folder|template>',
      "git sources: a folder of bare repositories, or a template such as '/srv/git/{owner}+{name}/repo'",
      process.env['REFBENCH_MIRROR'],
    )
    .option(
      '--opengrep <program>',
      'what runs OpenGrep rules (default: a pinned OpenGrep, fetched when it is first needed)',
      process.env['OPENGREP'],
    );
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

/** `a,b` and repeated options both make a list. */
export function collectList(value: string, previous: readonly string[] = []): readonly string[] {
  const items = value.split(',').map((item) => item.trim());
  return [...previous, ...items.filter((item) => item !== '')];
}
