import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

const OUTCOMES: Readonly<Record<string, TestOutcome>> = {
  PASS: 'passed',
  XFAIL: 'passed',
  FAIL: 'failed',
  XPASS: 'failed',
  ERROR: 'failed',
  SKIP: 'skipped',
};

const KINDS: Readonly<Record<string, TestOutcome | 'total'>> = { ...OUTCOMES, TOTAL: 'total' };

/**
 * What Automake's test driver prints for `make check`, possibly of several folders: one line a test,
 * and `# TOTAL: n`, `# PASS: n` and so on at the end of each folder.
 */
export function parseAutomake(text: string): TestReport {
  const report = reportBuilder();
  const claimed = { passed: 0, failed: 0, skipped: 0, total: 0 };
  let summaries = 0;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    const test = /^(PASS|FAIL|XFAIL|XPASS|SKIP|ERROR): (\S.*)$/.exec(line);
    const outcome = test === null ? undefined : OUTCOMES[test[1] || ''];
    if (test !== null && outcome !== undefined) report.add(test[2] || '', outcome);
    const summary = /^# ([A-Z]+):\s+(\d+)$/.exec(line);
    const kind = summary === null ? undefined : KINDS[summary[1] || ''];
    if (summary === null || kind === undefined) continue;
    claimed[kind] += Number(summary[2]);
    if (kind === 'total') summaries += 1;
  }
  if (summaries === 0) report.problem('truncated', 'report', 'there is no summary');
  // An old driver gives only the total.
  else if (claimed.passed + claimed.failed + claimed.skipped === claimed.total) {
    report.claim('report', claimed, { exact: true });
  } else report.claim('report', { total: claimed.total }, { exact: true });
  return report.build();
}
