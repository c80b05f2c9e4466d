import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreed, agreedSuite } from './agreement.ts';
import { countsOf, reportBuilder, type Counts, type TestReport } from './test-report.ts';

const listing = (passed: number, failed: number): ReturnType<typeof reportBuilder> => {
  const report = reportBuilder();
  for (let at = 0; at < passed; at += 1) report.add(`p${at}`, 'passed');
  for (let at = 0; at < failed; at += 1) report.add(`f${at}`, 'failed');
  return report;
};
const added = (report: TestReport, status?: number): readonly string[] =>
  agreed(report, status)
    .tests.slice(report.tests.length)
    .map(({ id, outcome }) => `${outcome}: ${id}`);

test('a status that no failed test explains is one failed test, named after it', () => {
  expect(added(listing(2, 0).build(), 1)).toEqual([
    'failed: the runner ended with status 1: an error outside of tests, as no listed test failed',
  ]);
  expect(added(listing(0, 0).build(), 4)).toEqual([
    'failed: the runner ended with status 4: no test ran',
  ]);
  expect(added(listing(2, 1).build(), 1)).toEqual([]);
  expect(added(listing(2, 0).build(), 0)).toEqual([]);
});

test('a runner that calls its run failed is believed, also with status 0', () => {
  const report = listing(1, 0);
  report.verdict({ success: false });
  expect(added(report.build(), 0)).toHaveLength(1);
  expect(added(report.build(), 1)).toHaveLength(1);
});

test.each<[string, Partial<Counts>, boolean, number]>([
  ['more tests than listed', { total: 4 }, false, 1],
  ['more failures than listed', { failed: 1 }, false, 1],
  ['fewer tests than listed, where runners differ', { total: 2 }, false, 0],
  ['fewer tests than listed, of the same lines', { total: 2 }, true, 1],
  ['other numbers of passed tests, where runners differ', { passed: 9 }, false, 0],
  ['the same', { passed: 3, failed: 0, total: 3 }, true, 0],
])('the runner counts %s', (_, claimed, exact, failures) => {
  const report = listing(3, 0);
  report.claim('unit', claimed, { exact });
  expect(added(report.build())).toHaveLength(failures);
});

test('statuses of a runner that mean something else are not explained by failed tests', () => {
  const report = listing(1, 1);
  report.verdict({ causes: new Map([[2, 'the run was interrupted']]) });
  expect(added(report.build(), 2)).toEqual([
    'failed: the runner ended with status 2: the run was interrupted',
  ]);
  expect(added(report.build(), 1)).toEqual([]);
});

test('a suite without tests is a failed test, and an added name is unique', () => {
  const empty = reportBuilder().build();
  expect(agreedSuite(empty, 0).tests).toEqual([
    { id: 'no test ran, but the runner ended with status 0', outcome: 'failed' },
  ]);
  const report = reportBuilder();
  report.add(
    'the runner ended with status 1: an error outside of tests, as no listed test failed',
    'passed',
  );
  const ids = agreed(report.build(), 1).tests.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

test('whatever is listed and claimed, no failure is lost and no listed test changes', () => {
  const count = fc.nat({ max: 5 });
  fc.assert(
    fc.property(count, count, count, count, fc.nat({ max: 127 }), (p, f, total, failed, status) => {
      const report = listing(p, f);
      report.claim('unit', { total, failed });
      const built = report.build();
      const judged = agreedSuite(agreed(built, status), status);
      expect(judged.tests.slice(0, built.tests.length)).toEqual(built.tests);
      const isFine = status === 0 && failed === 0 && total <= p && f === 0 && p > 0;
      expect(countsOf(judged.tests).failed === 0).toBe(isFine);
    }),
  );
});
