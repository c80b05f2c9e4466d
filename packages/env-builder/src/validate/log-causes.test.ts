import { expect, test } from 'vitest';
import { firstCause } from './log-causes.ts';

test.each([
  [
    'g++ a.cpp -Wall -Werror -c -o a.o\na.cpp:3:1: error: no such thing',
    'a.cpp:3:1: error: no such thing',
  ],
  [
    'configure: WARNING: unrecognized options: --disable-werror\na.c:3:1: error: no such thing',
    'a.c:3:1: error: no such thing',
  ],
  ['gcc: error: unrecognized option', 'gcc: error: unrecognized option'],
  ['/usr/bin/cc -Werror -o x', undefined],
  ['FAILED (failures=1)\nNameError: x is not defined', 'NameError: x is not defined'],
  ['import x\nE   ModuleNotFoundError: no y\nerror', 'E   ModuleNotFoundError: no y'],
  [
    'FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed.\n> Cannot see\n  > No such plugin\n\n* Try:',
    'No such plugin',
  ],
])('of %j, the cause is %j', (log, cause) => {
  expect(firstCause(log)).toBe(cause);
});
