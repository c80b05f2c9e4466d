import { InvalidArgumentError, type Command } from 'commander';
import { parseSize } from '@refbench/runner';

export interface DiskCommandOptions {
  /** Bytes. */
  readonly disk?: number;
}

export function addDiskOption(command: Command): Command {
  return command.option(
    '--disk <size>',
    'disk space for the images of these instances, e.g. 60G; unneeded images are removed',
    (value) => {
      const bytes = parseSize(value);
      if (bytes === undefined) throw new InvalidArgumentError('specify a size such as 60G or 800M');
      return bytes;
    },
  );
}
