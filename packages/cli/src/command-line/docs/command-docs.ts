import type { Command } from 'commander';
import { INSTANCE_DOCS } from './instance-docs.ts';
import { LABEL_DOCS } from './label-docs.ts';
import { MINE_DOCS } from './mine-docs.ts';
import { RESULT_DOCS } from './result-docs.ts';
import { RULE_DOCS } from './rule-docs.ts';
import { TIERS_DOCS } from './tiers-docs.ts';
import { document, RefbenchCommand, type DocsTable } from '../command/refbench-command.ts';

const DOCS: DocsTable = {
  ...INSTANCE_DOCS,
  ...RULE_DOCS,
  ...MINE_DOCS,
  ...RESULT_DOCS,
  ...LABEL_DOCS,
  ...TIERS_DOCS,
};

/** Adds the documentation from the table to every command that does not define its own. */
export function documentAll(program: Command): void {
  for (const { path, command } of leafCommands(program)) {
    const docs = DOCS[path];
    if (command.docs === undefined && docs !== undefined) document(command, docs);
  }
}

/** A command that can be executed itself. */
export interface LeafCommand {
  /** The words after `refbench`. */
  readonly path: string;
  readonly command: RefbenchCommand;
}

/**
 * Lists the commands without subcommands, and those that have both subcommands and arguments, in the
 * order of the help.
 */
export function leafCommands(
  command: Command,
  words: readonly string[] = [],
): readonly LeafCommand[] {
  const below = command.commands.flatMap((one) => leafCommands(one, [...words, one.name()]));
  const actsItself = below.length === 0 || command.registeredArguments.length > 0;
  return actsItself && command instanceof RefbenchCommand
    ? [{ path: words.join(' '), command }, ...below]
    : below;
}
