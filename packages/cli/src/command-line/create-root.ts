import { TOOL_VERSION } from '@refbench/contracts';
import { RefbenchCommand } from './command/refbench-command.ts';

/** Creates `refbench` without its subcommands. */
export function createRoot(): RefbenchCommand {
  return (
    new RefbenchCommand('refbench')
      .description('Benchmarks of code refactoring by coding agents')
      .version(TOOL_VERSION)
      .showHelpAfterError('(add --help for the options, or run: refbench help)')
      .exitOverride()
      // `stats` and `stats plan` have options of the same names.
      .enablePositionalOptions()
  );
}
