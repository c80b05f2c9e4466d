import { firstLine, isObject, readJson, textOf } from './json-text.ts';
import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

const OUTCOMES: readonly TestOutcome[] = ['passed', 'failed', 'skipped'];

/**
 * What the reporters of RefBench write for runners without a report for programs: one JSON object a
 * line. `{"name", "outcome"}` is a test. `{"crashed", "detail"}` is a failure outside of tests. The last
 * line is `{"end": {"total", "success"}}`: how many tests there were, and what the runner says of them.
 */
export function parseJsonLines(text: string): TestReport {
  const report = reportBuilder();
  let tests = 0;
  let ended = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = readJson(line);
    if (!isObject(value)) {
      report.problem('unreadable', 'report', firstLine(line));
      continue;
    }
    const outcome = OUTCOMES.find((one) => one === value['outcome']);
    const { crashed, end } = value;
    if (outcome !== undefined) {
      report.add(textOf(value, 'name'), outcome);
      tests += 1;
    } else if (typeof crashed === 'string') {
      report.problem('crashed', crashed, firstLine(textOf(value, 'detail')));
    } else if (isObject(end)) {
      ended = true;
      const listed = { passed: 0, failed: 0, skipped: 0, total: tests };
      if (typeof end['total'] === 'number') {
        report.claim('report', { total: end['total'] }, { listed, exact: true });
      }
      if (typeof end['success'] === 'boolean') report.verdict({ success: end['success'] });
    }
  }
  if (!ended) report.problem('truncated', 'report', 'the runner did not come to its end');
  return report.build();
}
