import { createProgram } from './program.ts';
import { commandRows, type CommandRow } from './command-line/command-table.ts';

/** Loads all commands and describes them, for the bundle. */
export async function describeProgram(): Promise<readonly CommandRow[]> {
  return commandRows(await createProgram(() => undefined, []));
}
