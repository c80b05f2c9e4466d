import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printError } from './print-error.ts';

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
  return new RefbenchError({ kind, message: `the ${kind} failed`, mend: `mend the ${kind}` });
}

it('prints an expected failure with its mend, and a bug with its stack', () => {
  expect(printError(failure('disk'))).toBe(EXIT_CODES.disk);
  expect(printed).toBe('refbench: the disk failed\n  mend: mend the disk\n');
  expect(printError(new TypeError('no function'))).toBe(EXIT_CODES.bug);
  expect(printed).toMatch(/this is a bug[^]*TypeError: no function\n\s+at /);
});

it('prints what failed and what cleaning up failed at; the first of them decides', async () => {
  const work = async (): Promise<void> => {
    await using _resource = {
      [Symbol.asyncDispose]: () => Promise.reject(failure('engine')),
    };
    await Promise.reject(failure('disk'));
  };
  const error: unknown = await work().catch((cause: unknown) => cause);
  expect(printError(error)).toBe(EXIT_CODES.disk);
  expect(printed).toBe(
    'refbench: the disk failed\n  mend: mend the disk\n' +
      'refbench: besides, cleaning up failed\nrefbench: the engine failed\n  mend: mend the engine\n',
  );
});
