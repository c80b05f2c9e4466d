import type { Command } from 'commander';
import { OPEN_LIMIT } from '@refbench/tasks';
import { positive } from './number-options.ts';

/** Adds the option for the length of open texts to a command that checks or writes them. */
export function addOpenLimitOption(command: Command): Command {
  return command.option(
    '--open-limit <n>',
    'maximum length of the open text in characters',
    positive,
    OPEN_LIMIT,
  );
}
