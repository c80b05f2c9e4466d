import { expect, test } from 'vitest';
import { summariesOf } from './test-summaries.ts';

/** What frameworks print, with the numbers passed, failed and skipped. */
const SUMMARIES: readonly (readonly [
  text: string,
  passed: number,
  failed: number,
  skipped: number,
])[] = [
  ['Running 1456 tests...\nSuccess: 1456 tests passed.', 1456, 0, 0],
  ['FAILURE: 2 out of 1456 tests failed.', 1454, 2, 0],
  ['Tests failed: 0\nTests passed: 358', 358, 0, 0],
  // greatest
  ['358 tests - 357 passed, 1 failed, 0 skipped (5 ticks, 0.000 sec)', 357, 1, 0],
  ['Total: 9 tests (5 ticks, 0.000 sec), 70 assertions\nPass: 9, fail: 0, skip: 0.', 9, 0, 0],
  // CppUTest
  ['OK (12 tests, 12 ran, 24 checks, 1 ignored, 0 filtered out, 3 ms)', 11, 0, 1],
  ['Errors (2 failures, 12 tests, 12 ran, 24 checks, 0 ignored, 3 ms)', 10, 2, 0],
  // CppUnit
  ['OK (12 tests)', 12, 0, 0],
  ['Run:  12   Failures: 1   Errors: 1', 10, 2, 0],
  // Boost
  [
    'Running 12 test cases...\na.cpp(1): error\n*** 1 failure is detected in the test module "A"',
    11,
    1,
    0,
  ],
  ['Running 12 test cases...\n\n*** No errors detected', 12, 0, 0],
  // Check
  ['83%: Checks: 12, Failures: 1, Errors: 1', 10, 2, 0],
  // Catch and doctest
  ['All tests passed (123 assertions in 12 test cases)', 12, 0, 0],
  ['test cases: 12 | 10 passed | 2 failed\nassertions: 100 | 98 passed | 2 failed', 10, 2, 0],
  ['[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped', 11, 1, 0],
  // lest
  ['All 10 tests passed.', 10, 0, 0],
  ['2 out of 12 selected tests failed.', 10, 2, 0],
  ['40 of 40 tests passed (0 malformed, 0 skipped)', 40, 0, 0],
  ['38 of 40 tests passed (1 malformed, 0 skipped)', 38, 2, 0],
  // CxxTest
  ['Running 12 tests............OK!', 12, 0, 0],
  // Unity
  ['12 Tests 1 Failures 2 Ignored\nFAIL', 9, 1, 2],
  // CUnit
  ['   Type  Total  Ran Passed Failed Inactive\n  tests  12  12  11  1  0', 11, 1, 0],
  // cgreen
  ['Completed "main": 12 passes, 2 failures, 0 exceptions in 3ms.', 12, 2, 0],
  ['ALL TESTS PASSED\nTests run: 7', 7, 0, 0],
  ['Ran 12 tests in 0.001s\n\nFAILED (failures=2, errors=1)', 9, 3, 0],
  ['[==========] 12 tests from 3 test suites ran. (0 ms total)\n[  PASSED  ] 12 tests.', 12, 0, 0],
  ['23 tests, 50 assertions, 0 failures', 23, 0, 0],
  ['Passed 10/12 tests', 10, 2, 0],
  ['passed 12 failed 2', 12, 2, 0],
  ['2 tests failed out of 12', 10, 2, 0],
];

test.each(SUMMARIES)('%j', (text, passed, failed, skipped) => {
  expect(summariesOf(text.split('\n'))).toEqual([{ passed, failed, skipped }]);
});

test.each([
  'make: *** [Makefile:3: test] Error 1',
  '2 errors generated.',
  'Test 12 passed',
  '0 tests failed',
  'OK (12)',
  'assertions: 100 | 98 passed | 2 failed',
  'Running 12 tests',
  '999999 tests passed',
])('%j is no summary', (text) => {
  expect(summariesOf([text])).toEqual([]);
});

test('each program has a summary of its own', () => {
  const lines = ['OK (3 tests)', 'cc -o b b.c', 'OK (3 tests)', 'OK (2 tests)'];
  expect(summariesOf(lines).map(({ passed }) => passed)).toEqual([3, 3, 2]);
});
