import { expect, test } from 'vitest';
import { missingNodePackages } from './node-packages.ts';

test.each([
  ["Cannot find module 'bignumber.js' from 'utils.js'", ['bignumber.js']],
  ["Error: Cannot find module 'jest-cli/bin/jest'", ['jest-cli']],
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/thing' imported from",
    ['@scope/thing'],
  ],
  ["Cannot find module './dist/index.js'", []],
  ["Cannot find module '/testbed/lib/x.js'", []],
  ["Cannot find module 'node:test'", []],
  ["Cannot find module 'mine/lib'", []],
  ['> x@1.0.0 test\nsh: 1: mocha: not found', ['mocha']],
  ['sh: 1: mocha: not found', []],
])('%s', (log, packages) => {
  expect(missingNodePackages(log, new Set(['mine']))).toEqual(packages);
});
