import { expect, test } from 'vitest';
import { contradictions, expectReadsBack, outcomes } from './test-reports.testkit.ts';
import { parseUvu } from './uvu.ts';

const report = `\x1b[1m\x1b[4m\x1b[37ma.js\x1b[22m\x1b[24m\x1b[39m
\x1b[90m• \x1b[39m\x1b[31m✘ \x1b[39m\x1b[31m  (1 / 2)
\x1b[39m
  \x1b[1m\x1b[41m FAIL \x1b[22m\x1b[49m "two fails"
    Expected values to be strictly equal:  (is)

\x1b[47m my suite \x1b[49m\x1b[90m• \x1b[39m\x1b[32m  (1 / 1)
\x1b[39m

  Total:     3\x1b[31m
  Passed:    2\x1b[39m
  Skipped:   \x1b[33m1\x1b[39m
  Duration:  3.32ms
`;

test('tests are counted by their place in their suite', () => {
  const { tests, problems } = parseUvu(report);
  expect(outcomes(tests)).toEqual([
    'passed a.js > test 1',
    'failed a.js > test 2',
    'passed a.js > my suite > test 1',
    'skipped skipped test 1',
  ]);
  expect(problems).toEqual([]);
});

test.each([
  ['Error: load\n', 'truncated: there is no total'],
  [' • (1 / 1)\n  Total:     2\n', 'inconsistent: report: the runner counts 2, its report lists 1'],
  [' • (1 / 1)\n  Total:     0\n', 'inconsistent: report: the runner counts 0, its report lists 1'],
])('%j is %s', (text, problem) => {
  expect(contradictions(parseUvu, text)).toEqual([problem]);
});

test('any report reads back', () => {
  expectReadsBack(parseUvu, (tests) => {
    const ran = tests.filter(({ outcome }) => outcome !== 'skipped');
    const marks = ran.map(({ outcome }) => (outcome === 'passed' ? '• ' : '✘ ')).join('');
    const passed = ran.filter(({ outcome }) => outcome === 'passed').length;
    const suite = ran.length === 0 ? '' : `x.js\n${marks}  (${passed} / ${ran.length})\n`;
    return `${suite}  Total:     ${ran.length}\n  Skipped:   ${tests.length - ran.length}\n`;
  });
});
