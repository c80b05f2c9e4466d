import { EventEmitter } from 'node:events';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printError } from './print-error.ts';
import { twoStageSignals } from './two-stage-signals.ts';

let printed: string;
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

function failure(kind: 'disk' | 'engine'): RefbenchError {
  return new RefbenchError({ kind, message: `the ${kind} failed`, hint: `hint the ${kind}` });
}

it('prints an expected failure with its hint, and a bug with its stack', () => {
  expect(printError(failure('disk'))).toBe(EXIT_CODES.disk);
  expect(printed).toBe('refbench: the disk failed\n  hint: hint the disk\n');
  expect(printError(new TypeError('no function'))).toBe(EXIT_CODES.bug);
  expect(printed).toMatch(/this is a bug[^]*TypeError: no function\n\s+at /);
});

it('takes a folder in the place of a file for a mistake of the caller', async () => {
  const error: unknown = await readFile('/', 'utf8').catch((cause: unknown) => cause);
  expect(printError(error)).toBe(EXIT_CODES.disk);
  expect(printed).toContain('a folder lies where a file is needed');
});

it('prints the failure and the failures of the cleanup; the first determines the exit code', async () => {
  const work = async (): Promise<void> => {
    await using _resource = {
      [Symbol.asyncDispose]: () => Promise.reject(failure('engine')),
    };
    await Promise.reject(failure('disk'));
  };
  const error: unknown = await work().catch((cause: unknown) => cause);
  expect(printError(error)).toBe(EXIT_CODES.disk);
  expect(printed).toBe(
    'refbench: the disk failed\n  hint: hint the disk\n' +
      'refbench: cleaning up also failed\nrefbench: the engine failed\n  hint: hint the engine\n',
  );
});

it('an interrupt is not a bug, even if a library wrapped the reason', () => {
  const source = new EventEmitter() as unknown as NodeJS.Process;
  using signals = twoStageSignals(() => undefined, source);
  source.emit('SIGINT', 'SIGINT');
  const { reason } = signals.drain as { reason: unknown };
  const wrapped = new DOMException('This operation was aborted', {
    name: 'AbortError',
    cause: reason,
  });
  expect([reason, wrapped].map(printError)).toEqual([
    EXIT_CODES.interrupted,
    EXIT_CODES.interrupted,
  ]);
  expect(printed).not.toContain('bug');
  expect(printError(new Error('interrupted'))).toBe(EXIT_CODES.bug);
});

it('an output that cannot be written is a matter of the disk', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  expect(printError(full)).toBe(EXIT_CODES.disk);
  expect(printed).toContain('the output cannot be written (ENOSPC)');
});

it('after a signal, a failure tells why, and a mistake in code is still a bug', async () => {
  vi.resetModules();
  const fresh = await import('./print-error.ts');
  const { twoStageSignals: install } = await import('./two-stage-signals.ts');
  using _signals = install(() => undefined);
  process.emit('SIGINT', 'SIGINT');
  expect(fresh.printError(new Error('git ended by SIGINT'))).toBe(EXIT_CODES.interrupted);
  expect(printed).toBe('refbench: interrupted: git ended by SIGINT\n');
  expect(fresh.printError(new TypeError('no function'))).toBe(EXIT_CODES.bug);
});

it('too many open files are no bug, even if a library wrapped the error', () => {
  const cause = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' });
  const wrapped = new TypeError('fetch failed', { cause: new Error('no socket', { cause }) });
  expect(printError(wrapped)).toBe(EXIT_CODES.disk);
  expect(printed).toContain('too many open files (EMFILE)');
});

it('too many open files are the reason, whatever failed for lack of one', () => {
  const cause = Object.assign(new Error('scandir EMFILE'), { code: 'EMFILE' });
  const message = 'cannot free the disk: scandir EMFILE';
  const error = new RefbenchError({ kind: 'engine', message, hint: 'run gc', cause });
  expect(printError(error)).toBe(EXIT_CODES.disk);
  expect(printed).toMatch(/^refbench: cannot free the disk: .*\n {2}hint: raise the limit/);
});

it('names the path if the operating system refuses it', async () => {
  const error: unknown = await lstat(join(import.meta.filename, 'below')).catch(
    (cause: unknown) => cause,
  );
  expect(printError(error)).toBe(EXIT_CODES.disk);
  expect(printed).toMatch(
    /^refbench: .*print-error\.test\.ts\/below: not a directory \(ENOTDIR, lstat\)\n {2}hint: /,
  );
});
