import type { Counts } from './test-report.ts';
import { readSummaryLine, type SummaryFacts } from './summary-line.ts';

/** What a program says of its tests. */
export type Summary = Omit<Counts, 'total'>;

/** More than this is a number of something else. */
const MOST = 100_000;

/**
 * Finds the summaries that programs with tests print: `12 tests passed, 2 failed`, `OK (12 tests)`,
 * `Tests run: 12, Failures: 0`, `2 out of 12 selected tests failed.`. Lines that follow each other (`Tests failed: 0`,
 * `Tests passed: 12`) are one summary. A number of tests alone (`Running 12 test cases...`) waits for the line that
 * says how they ended.
 */
export function summariesOf(lines: readonly string[]): readonly Summary[] {
  const found: Summary[] = [];
  let known: SummaryFacts = {};
  let isApart = false;
  const close = (): void => {
    const summary = summaryOf(known);
    if (summary !== undefined) found.push(summary);
    known = {};
  };
  for (const line of lines) {
    if (!/[a-z0-9]/i.test(line)) continue;
    const facts = readSummaryLine(line);
    if (facts === undefined) {
      isApart = true;
      continue;
    }
    const isAgain = Object.keys(facts).some((name) => name in known);
    const waits = Object.keys(known).join() === 'total';
    if (isAgain || (isApart && !waits)) close();
    known = { ...known, ...facts };
    isApart = false;
  }
  close();
  return found;
}

function summaryOf(facts: SummaryFacts): Summary | undefined {
  const { passed, failed, skipped = 0 } = facts;
  if (passed === undefined && failed === undefined && facts.isSuccess === undefined)
    return undefined;
  const said = facts.total ?? facts.checks;
  if (said === undefined && passed === undefined) return undefined;
  const ran = (said ?? (passed ?? 0) + (failed ?? 0) + skipped) - skipped;
  if (ran < 0 || ran > MOST) return undefined;
  // There can be more failures than tests, where each assertion is one.
  const lost = Math.max(0, Math.min(failed ?? ran - (passed ?? ran), ran));
  // A program can have further words for tests that did not pass.
  const others = facts.total === undefined ? 0 : ran - (passed ?? ran) - lost;
  return { passed: passed ?? ran - lost, failed: lost + Math.max(0, others), skipped };
}
