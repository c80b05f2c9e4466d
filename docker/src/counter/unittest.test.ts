import { expect, test } from 'vitest';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';
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

const end = (ran: number, verdict: string): string =>
  `\n${'-'.repeat(70)}\nRan ${ran} tests in 0.001s\n\n${verdict}\n`;

test('what a test prints or logs between its name and its outcome is no outcome', () => {
  const text = `test_a (t.A.test_a) ... the price is low
ok
test_b (t.A.test_b)
Says what it does ... /t.py:5: DeprecationWarning: old
  warnings.warn("old")
ok
test_c (t.A.test_c) ... progress 50% ok
test_d (t.A.test_d) ... no end of line
test_e (t.A.test_e) ... ok${end(5, 'OK')}`;
  expect(contradictions(parseUnittest, text)).toEqual([]);
  const { tests } = parseUnittest(text);
  expect(outcomes(tests)).toEqual(['a', 'b', 'c', 'd', 'e'].map((one) => `passed t.A.test_${one}`));
});

test('the headings of failures decide, and a summary that a test prints does not', () => {
  const rule = '='.repeat(70);
  const text = `test_a (t.A.test_a) ... Ran 9 tests in 0.1s

OK
ok
test_b (t.A.test_b) ... says ok
${rule}
ERROR: test_b (t.A.test_b)
${'-'.repeat(70)}
OSError${end(2, 'FAILED (errors=1)')}`;
  expect(outcomes(parseUnittest(text).tests)).toEqual(['passed t.A.test_a', 'failed t.A.test_b']);
});

test('a run that failed without a failed test, and a name of ten thousand characters', () => {
  const long = `test_${'x'.repeat(10_000)}`;
  const text = `${long} (t.A) ... ok${end(1, 'FAILED (errors=1)')}`;
  expect(outcomes(parseUnittest(text).tests)).toEqual([`passed t.A.${long}`]);
  expect(contradictions(parseUnittest, text)).toHaveLength(1);
});
