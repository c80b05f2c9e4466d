import { agreed, agreedSuite } from './agreement.ts';
import { FORMATS, isReportFormat } from './formats.ts';
import {
  countsOf,
  mergeReports,
  reportBuilder,
  type Counts,
  type ReportProblem,
  type TestCase,
  type TestReport,
} from './test-report.ts';

/** What an instance says about the reports of its suite: the file `suite.json` of a recipe. */
export interface Suite {
  readonly format: string;
  /**
   * Files in the folder of reports. `*` stands for any characters of a name, and `@LIST` for the files
   * that the file LIST names, one a line.
   */
  readonly reports: readonly string[];
  /** Tests whose outcome varies from run to run. They do not count. */
  readonly excluded_tests?: readonly string[];
}

/** What counting needs of the machine. All paths are relative to the folder of reports. */
export interface Machine {
  /** Returns undefined if the file does not exist. */
  readonly read: (path: string) => string | undefined;
  /** The names in the folder of reports. */
  readonly names: () => readonly string[];
  readonly write: (path: string, text: string) => void;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** How the command of the suite ended, and where the outcome of each test is to be written. */
export interface Ended {
  readonly status: string;
  /** One JSON object a line, `id` and `outcome`. Undefined or empty if nobody asks for it. */
  readonly ids: string | undefined;
}

/** Instead of a format: the name of each report has one, as in `0.mocha-json.report`. */
const MIXED = 'mixed';

/** A shell gives 128 and more if a signal ended a program. */
const FIRST_SIGNAL_STATUS = 128;

/**
 * Reads the reports of a suite and prints one line of counts. Returns the exit status: 0 if the suite
 * could be counted, even if no test ran, 1 if a signal ended the runner, 2 if the suite is not described
 * correctly.
 */
export function countReports(suite: Suite, { status, ids }: Ended, machine: Machine): number {
  const { format } = suite;
  if (format !== MIXED && !isReportFormat(format)) {
    const known = [...Object.keys(FORMATS), MIXED].join(', ');
    machine.warn(`counter: "${format}" is not one of ${known}`);
    return 2;
  }
  if (!/^\d+$/.test(status)) {
    machine.warn(`counter: "${status}" is not an exit status`);
    return 2;
  }
  const paths = suite.reports.flatMap((name) => pathsOf(name, machine));
  const reports = paths.map((path) => {
    const text = machine.read(path);
    const own = format === MIXED ? formatOf(path) : format;
    const report =
      text === undefined
        ? crashed(path, 'it left no report')
        : isReportFormat(own)
          ? FORMATS[own](text)
          : crashed(path, 'its name has no format');
    return agreed(report, paths.length === 1 ? Number(status) : statusOf(path, machine));
  });
  if (paths.length === 0) reports.push(crashed('suite', 'it left no report'));
  const merged = mergeReports(reports);
  if (isSignal(Number(status), countsOf(merged.tests))) {
    machine.warn(`counter: a signal ended the test runner (status ${status})`);
    return 1;
  }
  const report = withoutExcluded(agreedSuite(merged, Number(status)), suite);
  for (const problem of report.problems) machine.warn(`tests: ${describeProblem(problem)}`);
  if (ids !== undefined && ids !== '') machine.write(ids, idLines(report.tests));
  machine.print(countsLine(countsOf(report.tests)));
  return 0;
}

/** A command that calls several runners can leave the status of each beside its report. */
function statusOf(path: string, machine: Machine): number | undefined {
  const text = machine.read(`${path}.status`)?.trim();
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** A pattern that no file matches stands for one report that is missing, as in a shell. */
function pathsOf(name: string, machine: Machine): readonly string[] {
  if (name.startsWith('@')) return linesOf(machine.read(name.slice(1)) || '');
  if (!name.includes('*')) return [name];
  const parts = name.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^(?!\\.)${parts.join('.*')}$`, 's');
  const found = machine.names().filter((file) => pattern.test(file));
  return found.length === 0 ? [name] : [...found].sort();
}

function withoutExcluded(report: TestReport, { excluded_tests = [] }: Suite): TestReport {
  if (excluded_tests.length === 0) return report;
  const excluded = new Set(excluded_tests);
  return { ...report, tests: report.tests.filter(({ id }) => !excluded.has(id)) };
}

/** Some runners end with the number of failures, or with 255 if there are more. */
function isSignal(status: number, { failed }: Counts): boolean {
  return status >= FIRST_SIGNAL_STATUS && status !== Math.min(failed, 255);
}

/** What did not run to its end is one failed test, like a file that does not load. */
function crashed(path: string, detail: string): TestReport {
  const report = reportBuilder();
  report.problem('crashed', path.replace(/^.*\//, ''), detail);
  return report.build();
}

function formatOf(path: string): string {
  const match = /\.([a-z-]+)\.report$/.exec(path);
  return (match && match[1]) || '';
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function describeProblem({ kind, unit, detail }: ReportProblem): string {
  return `${kind}: ${unit}: ${detail}`;
}

function countsLine({ passed, failed, skipped, total }: Counts): string {
  return JSON.stringify({ passed, failed, skipped, total });
}

function idLines(tests: readonly TestCase[]): string {
  return tests.map(({ id, outcome }) => `${JSON.stringify({ id, outcome })}\n`).join('');
}
