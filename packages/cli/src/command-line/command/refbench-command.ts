import { Command, Option } from 'commander';
import type { ExitKind } from '@refbench/contracts';
import type { JsonOutputName } from '../outputs/json-outputs.ts';

/** The documentation of a command for its help and `docs/commands.md`, apart from its options. */
export interface CommandDocs {
  /** What the command writes, and where. */
  readonly output: string;
  /** The name of the `--json` output. */
  readonly json?: JsonOutputName;
  /** A second output that some options select, such as `--dry-run`. */
  readonly alsoJson?: JsonOutputName;
  /** Exit codes in addition to 0 (success), 1 (a bug) and 2 (a usage error). */
  readonly exits: readonly Exclude<ExitKind, 'ok' | 'bug' | 'usage'>[];
  /** Working command lines, each with its purpose. */
  readonly examples: readonly CommandExample[];
}

export type CommandExample = readonly [line: string, purpose: string];

/** Documentation of commands that do not define their own, by their words after `refbench`. */
export type DocsTable = Readonly<Record<string, CommandDocs>>;

/**
 * A command of `refbench`. Required options are checked after unknown ones, so that a misspelt option
 * is reported as unknown and not as a missing option. `--help-all` also shows hidden options.
 */
export class RefbenchCommand extends Command {
  /** Undefined for a command that only has subcommands. */
  docs: CommandDocs | undefined;
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

  /**
   * Only for commands without subcommands, because the parent would consume the option from a
   * subcommand's arguments.
   */
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

/** Attaches documentation to a command. Its help shows the examples. */
export function document<C extends Command>(command: C, docs: CommandDocs): C {
  if (!(command instanceof RefbenchCommand)) throw new Error('every command is a RefbenchCommand');
  command.docs = docs;
  command.addHelpAll();
  const text = documentationText(docs.examples);
  if (text !== '') command.addHelpText('after', text);
  return command;
}

/** Returns what the help of a command shows after its options; empty without examples. */
export function documentationText(examples: readonly CommandExample[]): string {
  const lines = examples.flatMap(([line, purpose]) => [`  # ${purpose}`, `  ${line}`]);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`;
}
