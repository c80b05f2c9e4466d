import { expect, test } from 'vitest';
import { parseTestLines } from './test-lines.ts';
import { expectReadsBack, expectSurvivesCuts, outcomes } from './test-reports.testkit.ts';

const sample = `cc -o tests tests.c
checking for stdlib.h... ok
1..2
ok 1 - first
not ok 2 - second
PASS: tests/a
FAIL: tests/b
[       OK ] Suite.Case (12 ms)
[  FAILED  ] Suite.Other (0 ms)
[pass] Root element
[fail] Attribute
[  PASSED  ] 1 test.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Suite.Other
  \u001b[32mparse numbers ... ok\u001b[0m
parse strings: FAILED
everything is ok
make: *** [Makefile:3: test] Error 1
# status 2
`;

test('lines that name a test', () => {
  expect(parseTestLines(sample).problems).toEqual([]);
  expect(outcomes(parseTestLines(sample).tests)).toEqual([
    'passed first',
    'failed second',
    'passed tests/a',
    'failed tests/b',
    'passed Suite.Case',
    'failed Suite.Other',
    'passed Root element',
    'failed Attribute',
    'passed parse numbers',
    'failed parse strings',
  ]);
});

test('a duration is not part of a name, unless only it tells two tests apart', () => {
  const text = `PASS: parse 0.21s
PASS: a0s
PASS: a
PASS: waits 5 s
PASS: waits 10 s
[       OK ] Suite.Case (12 ms)
[       OK ] Suite.Case
# status 0
`;
  expect(outcomes(parseTestLines(text).tests)).toEqual([
    'passed parse',
    'passed a0s',
    'passed a',
    'passed waits 5 s',
    'passed waits 10 s',
    'passed Suite.Case',
  ]);
});

test('a suite that failed although no test did, and one that names none', () => {
  const kinds = (text: string): readonly string[] =>
    parseTestLines(text).problems.map(({ kind }) => kind);
  expect(kinds('PASS: a\n# status 2\n')).toEqual(['crashed']);
  expect(kinds('PASS: a\n')).toEqual(['truncated']);
  expect(kinds('all tests passed\n# status 0\n')).toEqual(['truncated']);
});

test('summaries count where they speak of more tests than the lines name', () => {
  const said = (text: string): readonly string[] => outcomes(parseTestLines(text).tests);
  expect(said('2 tests passed, 1 failed\nOK (1 tests)\n# status 1\n')).toEqual([
    'passed program 1, passed 1',
    'passed program 1, passed 2',
    'failed program 1, failed 1',
    'passed program 2, passed 1',
  ]);
  expect(said('PASS: a\nPASS: b\n2 tests passed\n# status 0\n')).toEqual(['passed a', 'passed b']);
});

test('any report reads back; any cut of one is seen', () => {
  const words = { passed: 'PASS', failed: 'FAIL', skipped: 'SKIP' };
  expectReadsBack(
    parseTestLines,
    (tests) =>
      tests.map(({ id, outcome }) => `${words[outcome]}: ${id}\n`).join('') + '# status 0\n',
  );
  expectSurvivesCuts(parseTestLines, 'ok 1 - first\nnot ok 2 - second\n');
});
