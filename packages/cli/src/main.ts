import { CommanderError } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { FIRST_STEPS } from './actions/first-steps.ts';
import { printError } from './terminal/print-error.ts';
import { createProgram, isCommand } from './program.ts';
import { withSignal } from './terminal/two-stage-signals.ts';

/** Parses and runs the command, and returns its exit code. */
async function main(argv: readonly string[]): Promise<number> {
  let code: number = EXIT_CODES.ok;
  if (argv.length <= 2) {
    process.stdout.write(FIRST_STEPS);
    return code;
  }
  try {
    const printed = await printHelp(argv.slice(2));
    if (printed !== undefined) return printed;
    const setExitCode = (given: number): void => void (code = given);
    const program = await createProgram(setExitCode, argv.slice(2));
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    // Commander also throws after printing help or the version (exit code 0). It has already printed
    // errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    return printError(error);
  }
}

/**
 * Prints help without loading any command, if the bundle contains the table for it. Returns the exit
 * code, or undefined if the command line means something else.
 */
async function printHelp(args: readonly string[]): Promise<number | undefined> {
  const [first = ''] = args;
  const isVersion = first === '--version' || first === '-V';
  if (isVersion || (isCommand(first) && !args.some(isHelpFlag))) return undefined;
  // The folder of the state is a default in the help, and the table does not know it.
  if (process.env['REFBENCH_STATE_DIR'] !== undefined) return undefined;
  const { BUILT_TABLE } = await import('./command-line/built-table.ts');
  if (BUILT_TABLE === undefined) return undefined;
  const { quickHelp } = await import('./command-line/quick-help.ts');
  const help = await quickHelp(BUILT_TABLE, args);
  if (help === undefined) return undefined;
  process.stdout.write(help.stdout);
  process.stderr.write(help.stderr);
  return help.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

// A reader such as `| head` may close the pipe early. That is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// If file descriptors run out, starting a child process fails outside of any call. Report that as an
// error, too.
process.on('uncaughtException', (error) => process.exit(printError(error)));

process.exitCode = withSignal(await main(process.argv));
