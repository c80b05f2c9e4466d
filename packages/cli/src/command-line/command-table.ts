import { Option, type Argument, type Command } from 'commander';
import {
  documentationText,
  RefbenchCommand,
  type CommandExample,
} from './command/refbench-command.ts';

/**
 * What the help of a command and its subcommands shows, as data. A program without actions follows from
 * it, so that help needs no code of any command.
 */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** Heading under which the help of its parent shows it; empty for the usual one. */
  readonly group: string;
  readonly arguments: readonly ArgumentRow[];
  readonly options: readonly OptionRow[];
  readonly examples: readonly CommandExample[];
  readonly commands: readonly CommandRow[];
}

interface ArgumentRow {
  /** With its brackets. */
  readonly name: string;
  readonly description: string;
  readonly standard?: unknown;
  readonly choices?: readonly string[] | undefined;
}

/** Hidden options only have flags, which are needed to recognise the values on a command line. */
interface OptionRow {
  readonly flags: string;
  readonly description?: string;
  readonly hidden?: true;
  readonly standard?: unknown;
  readonly standardText?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly group?: string | undefined;
}

/** Describes the subcommands of a command, in the order of the help. */
export function commandRows(parent: Command): readonly CommandRow[] {
  return parent.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    group: command.helpGroup(),
    arguments: command.registeredArguments.map(argumentRow),
    options: command.options.map(optionRow),
    examples: command instanceof RefbenchCommand ? (command.docs?.examples ?? []) : [],
    commands: commandRows(command),
  }));
}

function argumentRow(argument: Argument): ArgumentRow {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return {
    name: argument.required ? `<${name}>` : `[${name}]`,
    description: argument.description,
    standard: argument.defaultValue as unknown,
    choices: argument.argChoices,
  };
}

function optionRow(option: Option): OptionRow {
  const { flags, description, argChoices: choices, helpGroupHeading: group } = option;
  if (option.hidden) return { flags, hidden: true };
  const standard: unknown = option.defaultValue;
  return {
    flags,
    description,
    standard,
    standardText: option.defaultValueDescription,
    choices,
    group,
  };
}

/** Adds commands that have the help of the described ones and do nothing else. */
export function addCommandRows(parent: Command, rows: readonly CommandRow[]): void {
  for (const row of rows) {
    const command = parent.command(row.name).description(row.description);
    if (row.group !== '') command.helpGroup(row.group);
    for (const { name, description, standard, choices } of row.arguments) {
      const argument = command.createArgument(name, description).default(standard);
      command.addArgument(choices === undefined ? argument : argument.choices(choices));
    }
    for (const option of row.options) command.addOption(optionOf(option));
    const text = documentationText(row.examples);
    if (text !== '') command.addHelpText('after', text);
    addCommandRows(command, row.commands);
    // Commander adds `help` to commands that only have subcommands.
    if (row.commands.length > 0 && row.arguments.length > 0) command.helpCommand(false);
  }
}

function optionOf(row: OptionRow): Option {
  const { flags, description, hidden, standard, standardText, choices, group } = row;
  const option = new Option(flags, description).hideHelp(hidden === true);
  option.default(standard, standardText);
  if (choices !== undefined) option.choices(choices);
  return group === undefined ? option : option.helpGroup(group);
}
