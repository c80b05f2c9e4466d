import { CommanderError } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { FIRST_STEPS } from './first-steps.ts';
import { printError } from './print-error.ts';
import { createProgram } from './program.ts';
import { withSignal } from './two-stage-signals.ts';

/** Parses and runs the command, and returns its exit code. */
async function main(argv: readonly string[]): Promise<number> {
  let code: number = EXIT_CODES.ok;
  if (argv.length <= 2) {
    process.stdout.write(FIRST_STEPS);
    return code;
  }
  try {
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

// A reader such as `| head` may close the pipe early. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// If file descriptors run out, starting a child process fails outside of any call. Report that as an
// error, too.
process.on('uncaughtException', (error) => process.exit(printError(error)));

process.exitCode = withSignal(await main(process.argv));
