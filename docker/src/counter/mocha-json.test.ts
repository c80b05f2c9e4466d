import { expect, test } from 'vitest';
import { parseMochaJson } from './mocha-json.ts';
import { expectReadsBack, expectSurvivesCuts, outcomes } from './test-reports.testkit.ts';

const passing = { fullTitle: 'app use() works', file: '/testbed/test/app.js', err: {} };
const failing = { fullTitle: 'app fails', file: '/testbed/test/app.js', err: { message: 'no' } };
const waiting = { fullTitle: 'app waits', file: '/testbed/test/app.js', err: {} };
const hook = { fullTitle: 'app "before all" hook', err: { message: 'port in use' } };

const report = {
  stats: { suites: 1, tests: 3, passes: 1, pending: 1, failures: 2 },
  tests: [passing, failing, waiting],
  pending: [waiting],
  failures: [failing, hook],
  passes: [passing],
};

test('reads tests with their outcomes, and a failed hook as one more failed test', () => {
  const { tests, problems } = parseMochaJson(JSON.stringify(report, null, 2));
  expect(outcomes(tests)).toEqual([
    'passed test/app.js > app use() works',
    'failed test/app.js > app fails',
    'skipped test/app.js > app waits',
    'failed app "before all" hook (crashed)',
  ]);
  expect(problems).toEqual([
    { kind: 'crashed', unit: 'app "before all" hook', detail: 'port in use' },
  ]);
});

test('output of tests around the report is ignored', () => {
  const text = `listening {\n${JSON.stringify(report, null, 2)}\nbye }\n`;
  expect(parseMochaJson(text).tests).toHaveLength(4);
});

test('reports of mocha 2 have no file names', () => {
  const old = { stats: { tests: 1 }, tests: [{ fullTitle: 'a b', err: {} }] };
  expect(outcomes(parseMochaJson(JSON.stringify(old)).tests)).toEqual(['passed a b']);
});

test('any report reads back; any cut of one is seen', () => {
  expectReadsBack(parseMochaJson, (tests) => {
    const all = tests.map(({ id, outcome }) => ({
      fullTitle: id,
      err: outcome === 'failed' ? { message: 'no' } : {},
      outcome,
    }));
    const of = (wanted: string): unknown => all.filter(({ outcome }) => outcome === wanted);
    const stats = { tests: all.length };
    return JSON.stringify({ stats, tests: all, pending: of('skipped'), failures: of('failed') });
  });
  expectSurvivesCuts(parseMochaJson, JSON.stringify(report));
});
