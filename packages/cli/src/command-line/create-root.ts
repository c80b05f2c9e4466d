import type { Command } from 'commander';
import { TOOL_VERSION } from '@refbench/contracts';
import { paint } from '../terminal/colour.ts';
import { RefbenchCommand } from './command/refbench-command.ts';

/** Creates `refbench` without its subcommands. */
export function createRoot(): RefbenchCommand {
  const root = new RefbenchCommand('refbench');
  return (
    root
      .description('Benchmarks of code refactoring by coding agents')
      .version(TOOL_VERSION)
      .showHelpAfterError('(add --help for the options, or run: refbench help)')
      .exitOverride()
      // The group of `help`, and of commands that have no other.
      .commandsGroup('This machine:')
      .helpCommand(true)
      // On a narrow terminal, too, descriptions stay beside what they describe.
      .configureHelp({ minWidthToWrap: 16 })
      .configureOutput({ outputError: (text, write) => write(asOurs(withPaths(text, root))) })
      // `stats` and `stats plan` have options of the same names.
      .enablePositionalOptions()
  );
}

/** Errors of the command line begin like all others. */
function asOurs(text: string): string {
  return text.replace(/^error:/, paint('bad', 'refbench:', process.stderr));
}

/** Adds to the error about an unknown command which subcommands have this name. */
function withPaths(text: string, root: Command): string {
  const [line, name] = /^error: unknown command '([^']*)'\n/.exec(text) ?? [];
  const found = name === undefined ? [] : pathsOf(name, root, '');
  // A subcommand of exactly this name is a better guess than a command with a similar one.
  return found.length === 0 ? text : `${line}(Did you mean ${found.join(', or ')}?)\n`;
}

function pathsOf(name: string, parent: Command, before: string): readonly string[] {
  return parent.commands.flatMap((command) => {
    const path = `${before}${command.name()}`;
    return [...(command.name() === name ? [path] : []), ...pathsOf(name, command, `${path} `)];
  });
}
