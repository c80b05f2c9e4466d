import { parseTapLines } from './tap.ts';
import type { TestReport } from './test-report.ts';

/**
 * What tape and its like print. Without the test that they belong to, most assertions would have the
 * same name.
 */
export function parseTape(text: string): TestReport {
  return parseTapLines(text, true);
}
