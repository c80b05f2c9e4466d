import { countsOf, reportBuilder, type TestReport } from './test-report.ts';

/** One mark for each test of a suite, then how many passed of how many. */
const SUITE = /^(.*?)((?:[•✘] ?)*)\s*\((\d+) \/ (\d+)\)\s*$/;

/** A file's name stands above its suites. */
const FILE = /^\s*([\w@./\\-]+\.[cm]?[jt]sx?)\s*$/;

/**
 * The text of uvu, which names only tests that fail. A test's id is therefore its place in its suite:
 * it stays the same whether the test passes or not.
 */
export function parseUvu(text: string): TestReport {
  const report = reportBuilder();
  let file = '';
  let count = 0;
  let total: number | undefined;
  let skipped = 0;
  let passed: number | undefined;
  for (const line of text.replace(/\x1b\[[\d;]*m/g, '').split('\n')) {
    const heading = FILE.exec(line)?.[1];
    if (heading !== undefined) file = heading;
    const suite = SUITE.exec(line);
    if (suite !== null) count += addSuite(report, file, suite);
    const sum = /^\s*(Total|Passed|Skipped):\s+(\d+)\s*$/.exec(line);
    if (sum?.[1] === 'Total') total = Number(sum[2]);
    if (sum?.[1] === 'Passed') passed = Number(sum[2]);
    if (sum?.[1] === 'Skipped') skipped = Number(sum[2]);
  }
  for (let at = 1; at <= skipped; at += 1) report.add(`skipped test ${at}`, 'skipped');
  if (total === undefined) report.problem('truncated', 'report', 'there is no total');
  else {
    const claimed = { total, ...(passed !== undefined && { passed, failed: total - passed }) };
    const listed = { ...countsOf(report.build().tests), total: count };
    report.claim('report', claimed, { listed, exact: true });
  }
  return report.build();
}

/** More tests than any suite has: what a test printed only looks like a suite. */
const MAX_TESTS = 100_000;

function addSuite(
  report: ReturnType<typeof reportBuilder>,
  file: string,
  [, title = '', marked = '', ran = '', all = '']: RegExpExecArray,
): number {
  const tests = Number(all);
  const passed = Number(ran);
  if (tests > MAX_TESTS || passed > tests) return 0;
  const marks = marked.replaceAll(' ', '');
  const suite = [file, title.trim()].filter((name) => name !== '').join(' > ') || 'suite';
  for (let at = 0; at < tests; at += 1) {
    // Where tests print something themselves, not all marks are in this line.
    const ok = marks.length === tests ? marks[at] === '•' : at < passed;
    report.add(`${suite} > test ${at + 1}`, ok ? 'passed' : 'failed');
  }
  return tests;
}
