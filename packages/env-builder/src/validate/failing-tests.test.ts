import { expect, test } from 'vitest';
import { failingTests } from './failing-tests.ts';
import type { ObservedRun } from './admission.ts';

function run(failing: readonly string[], log: string): ObservedRun {
  const counts = { passed: 1, failed: failing.length, skipped: 0, total: failing.length + 1 };
  return { state: 'base', run: { kind: 'counted', counts }, failing, durationMs: 1, log };
}

test('failing tests are listed with the first sign of a cause', () => {
  const log = [
    '{"Action":"output","Package":"p","Test":"TestSign","Output":"    sign_test.go:12: gpg: no gpg binary found\\n"}',
    '{"Action":"output","Package":"p","Test":"TestSign","Output":"--- FAIL: TestSign (0.00s)\\n"}',
    '____ test_sum ____',
    'FAILED',
    'E   AssertionError: assert 3 == 4',
  ].join('\n');
  expect(
    failingTests([run(['p.TestSign', 'tests.test_a > test_sum', 'x > unknown'], log)]),
  ).toEqual([
    '3 tests fail on base:',
    '  p.TestSign: sign_test.go:12: gpg: no gpg binary found',
    '  tests.test_a > test_sum: E   AssertionError: assert 3 == 4',
    '  x > unknown',
  ]);
});

test('long lists are cut off, and nothing is said of passing suites', () => {
  const many = Array.from({ length: 12 }, (_, index) => `t${index}`);
  expect(failingTests([run(many, '')]).at(-1)).toBe('  and 2 more');
  expect(failingTests([run([], 'error')])).toEqual([]);
});
