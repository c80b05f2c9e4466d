// This folder is copied into recipes, which run it on the Node that every base image brings: no import
// from outside the folder.

export type TestOutcome = 'passed' | 'failed' | 'skipped';

export interface TestCase {
  /** Stable from run to run, and unique within one report. */
  readonly id: string;
  readonly outcome: TestOutcome;
}

/** What a report says besides its tests. `crashed` and `truncated` count as one failed test each. */
export interface ReportProblem {
  readonly kind: 'crashed' | 'truncated' | 'unreadable' | 'inconsistent' | 'duplicate';
  /** The file, package or suite it is about. */
  readonly unit: string;
  readonly detail: string;
}

export interface TestReport {
  readonly tests: readonly TestCase[];
  readonly problems: readonly ReportProblem[];
}

/** A parser of one format: the whole text of a report, to its tests. Never throws. */
export type ReportParser = (text: string) => TestReport;

/** The published contract of `run_tests`. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
}

export function countsOf(tests: readonly TestCase[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of tests) counts[outcome] += 1;
  return { ...counts, total: tests.length };
}

/** Collects the tests of one report. */
export interface ReportBuilder {
  add(id: string, outcome: TestOutcome): void;
  problem(kind: ReportProblem['kind'], unit: string, detail: string): void;
  build(): TestReport;
}

/** Ids that come again get ` #2`, ` #3`; that is said once an id. */
export function reportBuilder(): ReportBuilder {
  const tests: TestCase[] = [];
  const problems: ReportProblem[] = [];
  const seen = new Map<string, number>();
  const add = (name: string, outcome: TestOutcome): void => {
    const id = name || '(no name)';
    const times = (seen.get(id) || 0) + 1;
    seen.set(id, times);
    if (times === 1) {
      tests.push({ id, outcome });
      return;
    }
    // `a #2` may be somebody's own name.
    let number = times;
    while (seen.has(`${id} #${number}`)) number += 1;
    const renamed = `${id} #${number}`;
    seen.set(renamed, 1);
    tests.push({ id: renamed, outcome });
    if (times === 2) problems.push({ kind: 'duplicate', unit: id, detail: 'the id comes again' });
  };
  return {
    add,
    problem: (kind, unit, detail) => {
      problems.push({ kind, unit, detail });
      if (kind === 'crashed' || kind === 'truncated') add(`${unit} (${kind})`, 'failed');
    },
    build: () => ({ tests, problems }),
  };
}

/** Several reports of one suite as one; ids of equal name in two reports stay apart. */
export function mergeReports(reports: readonly TestReport[]): TestReport {
  const [only] = reports;
  if (only !== undefined && reports.length === 1) return only;
  const builder = reportBuilder();
  const problems: ReportProblem[] = [];
  for (const report of reports) {
    for (const { id, outcome } of report.tests) builder.add(id, outcome);
    problems.push(...report.problems);
  }
  const merged = builder.build();
  return { tests: merged.tests, problems: [...problems, ...merged.problems] };
}
