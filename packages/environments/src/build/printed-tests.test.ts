import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { printedTests } from './printed-tests.ts';

const few = { passed: 1, failed: 0, stage: 'observed' } as const;
const ctest = { suite: { counter: 5, format: 'ctest', reports: ['@list'] } };

test('few tests of ctest lead to those that programs print, once', () => {
  const [diagnosis] = printedTests(few, NO_ADJUSTMENTS, ctest);
  expect(diagnosis?.adjustments).toEqual({ ...NO_ADJUSTMENTS, printedTests: true });
  expect(printedTests(few, { ...NO_ADJUSTMENTS, printedTests: true }, ctest)).toEqual([]);
});

test('the same for programs of Automake', () => {
  const automake = {
    suite: { ...ctest.suite, format: 'automake' as const, reports: ['check.txt'] },
  };
  const [diagnosis] = printedTests(few, NO_ADJUSTMENTS, automake);
  expect(diagnosis?.because).toBe('Automake knows few tests, and its programs may print more');
});

test('where all tests of ctest fail, it is a guess', () => {
  expect(printedTests(few, NO_ADJUSTMENTS, ctest)[0]?.isGuess).toBe(false);
  const failed = { ...few, passed: 0, failed: 3 };
  expect(printedTests(failed, NO_ADJUSTMENTS, ctest)[0]?.isGuess).toBe(true);
});

test.each([
  ['enough tests', { ...few, passed: 10 }, ctest],
  ['no tests', { ...few, passed: 0 }, ctest],
  ['no image', { ...few, stage: 'unbuilt' }, ctest],
  ['another runner', few, { suite: { ...ctest.suite, format: 'tap' } }],
  ['a runner without a report', few, {}],
] as const)('nothing for %s', (_, standing, recipe) => {
  expect(printedTests(standing, NO_ADJUSTMENTS, recipe)).toEqual([]);
});
