import type { Command } from 'commander';
import { INSTANCE_FACTS } from './facts/instance-facts.ts';
import { LABEL_FACTS } from './facts/label-facts.ts';
import { MINE_FACTS } from './facts/mine-facts.ts';
import { RESULT_FACTS } from './facts/result-facts.ts';
import { RULE_FACTS } from './facts/rule-facts.ts';
import { TIERS_FACTS } from './facts/tiers-facts.ts';
import { document, RefbenchCommand, type FactTable } from './refbench-command.ts';

const FACTS: FactTable = {
  ...INSTANCE_FACTS,
  ...RULE_FACTS,
  ...MINE_FACTS,
  ...RESULT_FACTS,
  ...LABEL_FACTS,
  ...TIERS_FACTS,
};

/** Adds the documentation from the table to every command that does not define its own. */
export function documentAll(program: Command): void {
  for (const { path, command } of leafCommands(program)) {
    const facts = FACTS[path];
    if (command.facts === undefined && facts !== undefined) document(command, facts);
  }
}

/** A command that can be executed itself. */
export interface LeafCommand {
  /** The words after `refbench`. */
  readonly path: string;
  readonly command: RefbenchCommand;
}

/**
 * Lists the commands without subcommands, and those that also take arguments of their own, in the
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
