import { expect, test } from 'vitest';
import { parseJestJson } from './jest-json.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const sample = JSON.stringify({
  numTotalTests: 4,
  success: false,
  testResults: [
    {
      name: '/testbed/test/a.test.js',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds one', status: 'passed' },
        { fullName: 'adds two', status: 'failed' },
        { fullName: 'adds two', status: 'pending' },
        { fullName: '', title: 'later', status: 'todo' },
      ],
    },
    {
      name: '/testbed/test/b.test.ts',
      status: 'failed',
      message: "Cannot find module 'x'\n at ...",
      assertionResults: [],
    },
  ],
});

test('files with their tests; a file that does not load is one failed test', () => {
  const { tests, problems } = parseJestJson(sample);
  expect(outcomes(tests)).toEqual([
    'passed test/a.test.js > adds one',
    'failed test/a.test.js > adds two',
    'skipped test/a.test.js > adds two #2',
    'skipped test/a.test.js > later',
    'failed test/b.test.ts (crashed)',
  ]);
  expect(problems.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['duplicate', 'the id comes again'],
    ['crashed', "Cannot find module 'x'"],
  ]);
});

test('vitest says a file failed whose hook threw after all its tests passed', () => {
  const file = {
    name: '/testbed/c.test.ts',
    status: 'failed',
    message: 'afterAll threw',
    assertionResults: [{ fullName: 'works', status: 'passed' }],
  };
  const { tests } = parseJestJson(JSON.stringify({ numTotalTests: 1, testResults: [file] }));
  expect(outcomes(tests)).toEqual(['passed c.test.ts > works', 'failed c.test.ts (crashed)']);
});

test('a wrong total is reported', () => {
  const off = JSON.stringify({ numTotalTests: 3, testResults: [] });
  expect(contradictions(parseJestJson, off)).toEqual([
    'inconsistent: report: the runner counts 3, its report lists 0',
  ]);
});

test('any report reads back; any cut of one is seen', () => {
  expectReadsBack(parseJestJson, (tests) =>
    JSON.stringify({
      numTotalTests: tests.length,
      testResults: tests.map(({ id, outcome }) => ({
        name: `/testbed/${id}.js`,
        status: outcome === 'failed' ? 'failed' : 'passed',
        assertionResults: [{ fullName: id, status: outcome }],
      })),
    }),
  );
  expectSurvivesCuts(parseJestJson, sample);
});
