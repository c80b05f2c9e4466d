import type { Command } from 'commander';
import { findExternalProgram, type ExternalProgram } from '@refbench/rule-engine';

export interface ExternalOption {
  readonly external?: string;
}

/** `--external`: which program runs the OpenGrep rules that our engine does not. */
export function addExternalOption(command: Command): Command {
  return command.option(
    '--external <program>',
    'opengrep, semgrep, the path of one of them, or none (default: the first that is installed)',
  );
}

/** Undefined where no program is installed or none is wanted. */
export async function externalProgramOf({
  external,
}: ExternalOption): Promise<ExternalProgram | undefined> {
  return external === 'none' ? undefined : await findExternalProgram(external);
}
