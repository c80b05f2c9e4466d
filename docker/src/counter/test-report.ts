export type TestOutcome = 'passed' | 'failed' | 'skipped';

export interface TestCase {
  /** Stable from run to run, and unique within one report. May contain any character. */
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

/** What the runner itself counts in a report or in a part of it, beside what is listed there. */
export interface Claim {
  /** The file, package or suite it is about. */
  readonly unit: string;
  readonly claimed: Partial<Counts>;
  readonly listed: Counts;
  /** Whether more listed tests than the runner counts are a contradiction too. */
  readonly exact: boolean;
}

export interface TestReport {
  readonly tests: readonly TestCase[];
  readonly problems: readonly ReportProblem[];
  readonly claims: readonly Claim[];
  /** False if the runner says that its run failed. */
  readonly success?: boolean;
  /** What an exit status means that no failed test explains, for a runner that has such statuses. */
  readonly causes?: ReadonlyMap<number, string>;
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
  /** Says what the runner counts. Without `listed` it is about all tests of the report. */
  claim(
    unit: string,
    claimed: Partial<Counts>,
    options?: { readonly listed?: Counts; readonly exact?: boolean },
  ): void;
  /** Says whether the runner calls its run a success, and what its statuses mean. */
  verdict(says: Pick<TestReport, 'success' | 'causes'>): void;
  build(): TestReport;
}

/** Ids that come again get ` #2`, ` #3` in their order; that is said once an id. */
export function reportBuilder(): ReportBuilder {
  const tests: TestCase[] = [];
  const problems: ReportProblem[] = [];
  const claims: (Omit<Claim, 'listed'> & { readonly listed: Counts | undefined })[] = [];
  let verdict: Pick<TestReport, 'success' | 'causes'> = {};
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
    claim: (unit, claimed, { listed, exact = false } = {}) =>
      void claims.push({ unit, claimed, listed, exact }),
    verdict: (says) => void (verdict = says),
    build: () => {
      const all = countsOf(tests);
      const known = claims.map((claim) => ({ ...claim, listed: claim.listed || all }));
      return { tests, problems, claims: known, ...verdict };
    },
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
  return { tests: merged.tests, problems: [...problems, ...merged.problems], claims: [] };
}
