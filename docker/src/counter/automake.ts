import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

const OUTCOMES: Readonly<Record<string, TestOutcome>> = {
  PASS: 'passed',
  XFAIL: 'passed',
  FAIL: 'failed',
  XPASS: 'failed',
  ERROR: 'failed',
  SKIP: 'skipped',
};

/**
 * What Automake's test driver prints for `make check`, possibly of several folders: one line a test,
 * and `# TOTAL: n` at the end of each folder.
 */
export function parseAutomake(text: string): TestReport {
  const report = reportBuilder();
  let listed = 0;
  let total: number | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    const test = /^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S.*)$/.exec(line);
    const outcome = test === null ? undefined : OUTCOMES[test[1] || ''];
    if (test !== null && outcome !== undefined) {
      report.add(test[2] || '', outcome);
      listed += 1;
    }
    const summary = /^# TOTAL:\s+(\d+)$/.exec(line);
    if (summary !== null) total = (total || 0) + Number(summary[1]);
  }
  if (total === undefined) report.problem('truncated', 'report', 'there is no summary');
  else if (total !== listed) {
    report.problem('inconsistent', 'report', `# TOTAL is ${total}, but ${listed} are listed`);
  }
  return report.build();
}
