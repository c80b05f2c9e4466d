import { CommanderError } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { FIRST_STEPS } from './first-steps.ts';
import { printError } from './print-error.ts';
import { createProgram } from './program.ts';
import { withSignal } from './two-stage-signals.ts';

/** Parses, runs, and turns whatever happened into an exit code. */
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
    // Help and version end here too, with 0; commander has printed what was wrong with the options.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    return printError(error);
  }
}

// A reader that has seen enough (`| head`) closes the pipe; that is no fault of anybody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// Without a free descriptor a child process fails outside of any call: that, too, is told as an error.
process.on('uncaughtException', (error) => process.exit(printError(error)));

process.exitCode = withSignal(await main(process.argv));
