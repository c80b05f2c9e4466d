import { errorsIn, EXIT_CODES, RefbenchError } from '@refbench/contracts';
import { paint } from './colour.ts';
import { terminalText } from './terminal-text.ts';
import { isInterruption, wasSignalled } from './two-stage-signals.ts';

const MORE_FILES =
  'raise the limit of open files (ulimit -n) and run the same command again; it resumes the run and removes leftover containers';

/**
 * Prints an error and returns its exit code. A RefbenchError is printed with its hint, a bug with its
 * stack. Failures during cleanup are printed afterwards and do not affect the exit code.
 */
export function printError(error: unknown): number {
  const [first, ...later] = errorsIn(error);
  const code = printOne(first);
  for (const other of later) {
    say('cleaning up also failed');
    printOne(other);
  }
  return code;
}

function printOne(error: unknown): number {
  const lacking = lackingDescriptor(error);
  if (RefbenchError.isInstance(error)) {
    const { message, hint } = error;
    // Whatever failed for this reason, the reason decides what helps.
    say(message, lacking === undefined ? hint : MORE_FILES);
    return EXIT_CODES[lacking === undefined ? error.kind : 'disk'];
  }
  if (isInterruption(error)) {
    say('interrupted');
    return EXIT_CODES.interrupted;
  }
  if (lacking !== undefined) {
    say(`too many open files (${lacking})`, MORE_FILES);
    return EXIT_CODES.disk;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EISDIR') {
    // Node.js names no path if a folder is read as a file.
    say('a folder lies where a file is needed (EISDIR)', 'check the paths of the command');
    return EXIT_CODES.disk;
  }
  if (isFileError(error)) {
    const reason = error.message.replace(/^\w+: |, .*$/g, '');
    say(
      `${error.path}: ${reason} (${error.code}, ${error.syscall})`,
      'check the path, what lies there, and the rights of this user',
    );
    return EXIT_CODES.disk;
  }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO') {
    // Node.js names no path if a stream cannot be written.
    say(`the output cannot be written (${code})`, 'check the disk and where the output goes');
    return EXIT_CODES.disk;
  }
  if (wasSignalled() && !isMistakeInCode(error)) {
    say(`interrupted${error instanceof Error ? `: ${error.message}` : ''}`);
    return EXIT_CODES.interrupted;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say('this is a bug, please report it');
  process.stderr.write(`${stack}\n`);
  return EXIT_CODES.bug;
}

/** Whatever is opened next lacks the descriptor, so libraries wrap the error in errors of their own. */
function lackingDescriptor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EMFILE' || code === 'ENFILE') return code;
  return lackingDescriptor(error.cause);
}

/** An error of the operating system about a path, which says more of the path than of RefBench. */
function isFileError(
  error: unknown,
): error is Error & { readonly code: string; readonly path: string; readonly syscall: string } {
  if (!(error instanceof Error)) return false;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && typeof path === 'string' && typeof syscall === 'string';
}

const MISTAKES = [TypeError, ReferenceError, RangeError, SyntaxError] as const;

function isMistakeInCode(error: unknown): boolean {
  return MISTAKES.some((kind) => error instanceof kind);
}

function say(message: string, hint?: string): void {
  const { stderr } = process;
  stderr.write(`${paint('bad', 'refbench:', stderr)} ${terminalText(message)}\n`);
  if (hint !== undefined) {
    stderr.write(`  ${paint('hint', 'hint:', stderr)} ${terminalText(hint)}\n`);
  }
}
