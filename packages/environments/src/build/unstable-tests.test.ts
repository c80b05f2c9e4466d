import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import type { EnvironmentCheck } from '../check/check-environment.ts';
import { stabilise } from './unstable-tests.ts';

/** A check in which the named tests of base passed in the first run only. */
function checkOf(varying: readonly string[], total: number): EnvironmentCheck {
  const names = Array.from({ length: total }, (_, index) => varying[index] ?? `stable ${index}`);
  const run = (failing: readonly string[]): object => ({
    tests: new Map(names.map((name) => [name, failing.includes(name) ? 'failed' : 'passed'])),
  });
  return {
    failures: [{ kind: 'unstable' }],
    results: { base: [run([]), run(varying)], golden: [run([]), run([])] },
  } as unknown as EnvironmentCheck;
}

test('first the tests run one at a time, then those that still vary do not count', () => {
  const check = checkOf(['a'], 100);
  const [first, second] = stabilise(check, NO_ADJUSTMENTS, 'rust');
  expect(first?.adjustments.variables).toEqual({ RUST_TEST_THREADS: '1' });
  expect(first?.because).toBe('the outcome of 1 tests varies: a; run one at a time they may not');
  expect(second?.adjustments.excludedTests).toEqual(['a']);
  const known = first?.adjustments ?? NO_ADJUSTMENTS;
  expect(stabilise(check, known, 'rust').map(({ adjustments }) => adjustments)).toEqual([
    { ...known, excludedTests: ['a'] },
  ]);
});

test('runners that run one test at a time anyway, and suites of which too much varies', () => {
  expect(stabilise(checkOf(['a'], 100), NO_ADJUSTMENTS, 'python')).toHaveLength(1);
  expect(stabilise(checkOf(['a', 'b'], 30), NO_ADJUSTMENTS, 'python')).toEqual([]);
  expect(stabilise(checkOf(['a', 'b'], 30), NO_ADJUSTMENTS, 'cpp')).toHaveLength(1);
  expect(stabilise(checkOf([], 100), NO_ADJUSTMENTS, 'cpp')).toEqual([]);
  expect(stabilise(undefined, NO_ADJUSTMENTS, 'cpp')).toEqual([]);
});
