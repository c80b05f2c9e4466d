import { expect, test } from 'vitest';
import { expectReadsBack, expectSurvivesCuts, outcomes } from './test-reports.testkit.ts';
import { parseUnittest } from './unittest.ts';

const sample = `test_add (tests.test_a.AddTest) ... ok
test_new (tests.test_a.AddTest.test_new) ... FAIL
test_doc (tests.test_a.AddTest)
Adds what is there. ... ERROR
test_later (tests.test_a.AddTest) ... skipped 'no display'
test_known (tests.test_a.AddTest) ... expected failure
test_prints (tests.test_a.AddTest) ... some output ok
tests.test_b (unittest.loader._FailedTest) ... ERROR

======================================================================
FAIL: test_new (tests.test_a.AddTest.test_new)
----------------------------------------------------------------------
Ran 7 tests in 0.001s

FAILED (failures=1, errors=2, skipped=1, expected failures=1)
`;

test('tests with their outcome', () => {
  const { tests, problems } = parseUnittest(sample);
  expect(outcomes(tests)).toEqual([
    'passed tests.test_a.AddTest.test_add',
    'failed tests.test_a.AddTest.test_new',
    'failed tests.test_a.AddTest.test_doc',
    'skipped tests.test_a.AddTest.test_later',
    'passed tests.test_a.AddTest.test_known',
    'passed tests.test_a.AddTest.test_prints',
    'failed unittest.loader._FailedTest.tests.test_b',
  ]);
  expect(problems).toEqual([]);
});

test('a fixture of a class that fails is one failed test', () => {
  const text = 'setUpClass (tests.A) ... ERROR\n\nRan 0 tests in 0.0s\n\nFAILED (errors=1)\n';
  expect(outcomes(parseUnittest(text).tests)).toEqual(['failed tests.A (crashed)']);
});

test('a wrong total is reported and counts as failed', () => {
  const { tests, problems } = parseUnittest(
    'test_a (t.A) ... ok\nRan 2 tests in 0.0s\n\nFAILED (errors=1)\n',
  );
  expect(outcomes(tests)).toEqual(['passed t.A.test_a', 'failed (unnamed 1)']);
  expect(problems.map(({ kind }) => kind)).toEqual(['inconsistent']);
});

test('any report reads back; any cut of one is seen', () => {
  const words = { passed: 'ok', failed: 'FAIL', skipped: "skipped 'no'" };
  expectReadsBack(
    parseUnittest,
    (tests) =>
      tests.map(({ id, outcome }) => `${id} (tests.A) ... ${words[outcome]}\n`).join('') +
      `\nRan ${tests.length} tests in 0.0s\n\n${tests.some(({ outcome }) => outcome === 'failed') ? 'FAILED' : 'OK'}\n`,
  );
  expectSurvivesCuts(parseUnittest, sample);
});
