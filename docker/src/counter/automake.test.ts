import { expect, test } from 'vitest';
import { parseAutomake } from './automake.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const sample = `make  check-TESTS
PASS: tests/jqtest
FAIL: tests/shtest
XFAIL: tests/known
SKIP: tests/utf8test
============================================================================
Testsuite summary for jq 1.6
============================================================================
# TOTAL: 4
# PASS:  1
`;

test('tests with their outcome', () => {
  expect(parseAutomake(sample).problems).toEqual([]);
  expect(outcomes(parseAutomake(sample).tests)).toEqual([
    'passed tests/jqtest',
    'failed tests/shtest',
    'passed tests/known',
    'skipped tests/utf8test',
  ]);
});

test('a wrong or missing total is reported', () => {
  expect(contradictions(parseAutomake, 'PASS: a\n# TOTAL: 2\n')).toEqual([
    'inconsistent: report: the runner counts 2, its report lists 1',
  ]);
  const other = 'PASS: a\nPASS: b\n# TOTAL: 2\n# PASS:  1\n# FAIL:  1\n';
  expect(contradictions(parseAutomake, other)).toEqual([
    'inconsistent: report: the runner counts 1 failed, its report lists 0',
  ]);
  expect(parseAutomake('PASS: a\n').problems[0]?.kind).toBe('truncated');
});

test('any report reads back; any cut of one is seen', () => {
  const words = { passed: 'PASS', failed: 'FAIL', skipped: 'SKIP' };
  expectReadsBack(
    parseAutomake,
    (tests) =>
      tests.map(({ id, outcome }) => `${words[outcome]}: ${id}\n`).join('') +
      `# TOTAL: ${tests.length}\n`,
  );
  expectSurvivesCuts(parseAutomake, sample.slice(0, sample.indexOf('# TOTAL')));
});
