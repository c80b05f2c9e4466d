import { InvalidArgumentError, type Command } from 'commander';
import { parseSize } from '@refbench/runner';

export interface DiskCommandOptions {
  /** Bytes. */
  readonly disk?: number;
}

export function addDiskOption(command: Command): Command {
  return command.option(
    '--disk <size>',
    'what the images of these instances may take, e.g. 60G; those that are not needed are removed',
    (value) => {
      const bytes = parseSize(value);
      if (bytes === undefined) throw new InvalidArgumentError('give a size such as 60G or 800M');
      return bytes;
    },
  );
}
