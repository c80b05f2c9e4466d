import { Command, Option } from 'commander';
import type { ExitKind } from '@refbench/contracts';
import type { JsonOutputName } from './json-outputs.ts';

/** What the page of commands and the help say of a command, beside its options. */
export interface CommandFacts {
  /** What it writes, and where to. */
  readonly output: string;
  /** What `--json` prints. */
  readonly json?: JsonOutputName;
  /** Where it prints something else than that. */
  readonly alsoJson?: JsonOutputName;
  /** How it may end, beside 0 (done), 1 (a bug) and 2 (wrong use). */
  readonly exits: readonly Exclude<ExitKind, 'ok' | 'bug' | 'usage'>[];
  /** Command lines that work, each with what it is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
}

/** Facts of commands that do not state their own, by their words behind `refbench`. */
export type FactTable = Readonly<Record<string, CommandFacts>>;

/**
 * A command of `refbench`. Required options are checked after unknown ones, so that a misspelt option is
 * reported as such and not as the absence of another. `--help-all` also shows hidden options.
 */
export class RefbenchCommand extends Command {
  /** Undefined for a command that only has subcommands. */
  facts: CommandFacts | undefined;
  readonly required: Option[] = [];

  constructor(name?: string) {
    super(name);
    this.helpOption('-h, --help', 'show this help');
    this.hook('preAction', (_, action) => {
      if (action === this) this.checkRequired();
    });
  }

  override createCommand(name?: string): RefbenchCommand {
    return new RefbenchCommand(name);
  }

  override addOption(option: Option): this {
    if (option.mandatory) {
      option.makeOptionMandatory(false);
      this.required.push(option);
    }
    return super.addOption(option);
  }

  /** Only where there are no subcommands: an option of a parent would be taken from its child's line. */
  addHelpAll(): void {
    this.addOption(new Option('--help-all', 'also show options for folders, sources and builds'));
    this.on('option:help-all', () => {
      for (const option of this.options) option.hidden = false;
      this.help();
    });
  }

  private checkRequired(): void {
    for (const option of this.required) {
      if (this.getOptionValue(option.attributeName()) !== undefined) continue;
      this.error(`error: required option '${option.flags}' not specified`, {
        code: 'commander.missingMandatoryOptionValue',
        exitCode: 2,
      });
    }
  }
}

/** Records what a command writes, how it ends and how it is used; the help shows the examples. */
export function document<C extends Command>(command: C, facts: CommandFacts): C {
  if (!(command instanceof RefbenchCommand)) throw new Error('every command is a RefbenchCommand');
  command.facts = facts;
  command.addHelpAll();
  const examples = facts.examples.flatMap(([line, purpose]) => [`  # ${purpose}`, `  ${line}`]);
  if (examples.length > 0) command.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
  return command;
}
