import type { Command } from 'commander';
import { addBuildOptions, type BuildCommandOptions } from '../../options/build-options.ts';
import { addSelectionOptions, type SelectionOptions } from '../../options/selection-options.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../../options/workspace-options.ts';

/** Options of commands that share images through a registry. */
export interface RegistryOptions extends WorkspaceOptions, BuildCommandOptions, SelectionOptions {
  readonly registry: string;
  readonly lock: string;
  readonly json: boolean;
}

export function addRegistryOptions(command: Command): Command {
  command
    .argument('[instance...]', 'ids, globs or sets (default: all)')
    .requiredOption('--registry <host/prefix>', 'host[:port]/path of the registry')
    .option('--lock <file>', 'what was pushed, by digest', 'images.lock.json')
    .option('--json', 'print JSON lines on standard output', false);
  return addBuildOptions(addWorkspaceOptions(addSelectionOptions(command)));
}

/** Without patterns, all instances. */
export function patternsOf(patterns: readonly string[]): readonly string[] {
  return patterns.length === 0 ? ['*'] : patterns;
}
