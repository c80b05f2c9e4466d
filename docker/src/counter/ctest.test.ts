import { expect, test } from 'vitest';
import { parseCtest } from './ctest.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const sample = `Test project /tmp/b
      Start  1: pass
 1/10 Test  #1: pass .............................   Passed    0.00 sec
      Start  2: fail me
 2/10 Test  #2: fail me ..........................***Failed    0.00 sec
 3/10 Test  #3: sk ...............................***Skipped   0.00 sec
 4/10 Test  #4: dis ..............................***Not Run (Disabled)   0.00 sec
 5/10 Test  #5: segv .............................***Exception: SegFault  0.00 sec
 6/10 Test  #6: abrt .............................Child aborted***Exception:   0.00 sec
Unable to find executable: ./nothere
 7/10 Test  #7: not.built ........................***Not Run   0.00 sec
 8/10 Test  #9: rx ...............................***Failed  Required regular expression not found. Regex=[by ... ***e
]  0.00 sec
 9/10 Test #10: a ... b ..........................***Failed  Error regular expression found in output. Regex=[hel]  0.00 sec
10/10 Test  #8: tmo ..............................***Timeout   1.00 sec

22% tests passed, 7 tests failed out of 9

Total Test time (real) =   1.01 sec

The following tests did not run:
	  3 - sk (Skipped)
	  4 - dis (Disabled)

The following tests FAILED:
	  2 - fail me (Failed)
Errors while running CTest
`;

test('tests with their outcome', () => {
  expect(parseCtest(sample).problems).toEqual([]);
  expect(outcomes(parseCtest(sample).tests)).toEqual([
    'passed pass',
    'failed fail me',
    'skipped sk',
    'skipped dis',
    'failed segv',
    'failed abrt',
    'failed not.built',
    'failed rx',
    'failed a ... b',
    'failed tmo',
  ]);
});

test('a missing summary, or a wrong one', () => {
  expect(parseCtest('No tests were found!!!\n').problems[0]?.kind).toBe('truncated');
  const line = '1/2 Test #1: a ...   Passed    0.00 sec\n';
  const summary = (total: number): string => `100% tests passed, 0 tests failed out of ${total}\n`;
  expect(contradictions(parseCtest, line + summary(2))).toHaveLength(1);
  expect(contradictions(parseCtest, line + summary(0))).toHaveLength(1);
});

test('XML is read as such', () => {
  const xml = '<?xml version="1.0"?>\n<testsuite tests="1"><testcase name="a"/></testsuite>';
  expect(outcomes(parseCtest(xml).tests)).toEqual(['passed a']);
});

test('any report reads back; any cut of one is seen', () => {
  const words = { passed: '   Passed ', failed: '***Failed ', skipped: '***Skipped' };
  expectReadsBack(
    parseCtest,
    (tests) =>
      tests
        .map(
          ({ id, outcome }, at) => `${at}/9 Test #${at}: ${id} .....${words[outcome]}  0.01 sec\n`,
        )
        .join('') +
      `50% tests passed, ${tests.filter(({ outcome }) => outcome === 'failed').length} tests failed out of ${tests.length}\n`,
  );
  expectSurvivesCuts(parseCtest, sample.slice(0, sample.indexOf('\n22%')));
});

test('what ctest writes with -O breaks a result over two lines', () => {
  const text = `1/2 Test #1: one ..............................   Passed    0.02 sec
    Start 2: broken
Could not find executable /build/broken
[HANDLER_OUTPUT]
2/2 Test #2: broken ...........................
***Not Run   0.00 sec

50% tests passed, 1 tests failed out of 2
`;
  expect(contradictions(parseCtest, text)).toEqual([]);
  expect(outcomes(parseCtest(text).tests)).toEqual(['passed one', 'failed broken']);
});
