import { expect, test } from 'vitest';
import { parseJsonLines } from './json-lines.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const sample = `{"name": "t.A.test_a", "outcome": "passed"}
{"name": "line\\nfeed", "outcome": "failed"}
{"crashed": "setUpClass (t.B)", "detail": "no database"}
{"end": {"total": 2, "success": false}}
`;

test('tests of any name, and failures outside of them', () => {
  const { tests } = parseJsonLines(sample);
  expect(outcomes(tests)).toEqual([
    'passed t.A.test_a',
    'failed line\nfeed',
    'failed setUpClass (t.B) (crashed)',
  ]);
  expect(contradictions(parseJsonLines, sample)).toEqual(['crashed: no database']);
});

test('what the runner says of itself counts', () => {
  const one = '{"name": "a", "outcome": "passed"}\n';
  expect(contradictions(parseJsonLines, `${one}{"end": {"total": 2}}\n`)).toEqual([
    'inconsistent: report: the runner counts 2, its report lists 1',
  ]);
  expect(contradictions(parseJsonLines, `${one}{"end": {"success": false}}\n`)).toHaveLength(1);
  expect(contradictions(parseJsonLines, `${one}{"end": {"total": 1, "success": true}}\n`)).toEqual(
    [],
  );
});

test('any report reads back; any cut of one is seen', () => {
  expectReadsBack(
    parseJsonLines,
    (tests) =>
      tests.map(({ id, outcome }) => `${JSON.stringify({ name: id, outcome })}\n`).join('') +
      `${JSON.stringify({ end: { total: tests.length } })}\n`,
  );
  expectSurvivesCuts(parseJsonLines, sample.trimEnd());
});
