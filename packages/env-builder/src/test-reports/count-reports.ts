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

/** The few things that counting needs of the machine. */
export interface Machine {
  /** Returns undefined if the file does not exist. */
  readonly read: (path: string) => string | undefined;
  readonly write: (path: string, text: string) => void;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly variable: (name: string) => string | undefined;
}

/** Where `run_tests` puts what is known of each test: one JSON object a line, `id` and `outcome`. */
const TEST_IDS_VARIABLE = 'REFBENCH_TEST_IDS';

const EXCLUDED_TESTS_VARIABLE = 'REFBENCH_EXCLUDED_TESTS';
/** Instead of a format: the name of each report has one, as in `0.mocha-json.report`. */
const MIXED = 'mixed';

/** A shell gives 128 and more where a signal ended a program. */
const FIRST_SIGNAL_STATUS = 128;

/**
 * `FORMAT STATUS FILE...`: STATUS is how the test runner ended; FORMAT is `mixed` where runners
 * with several formats left reports. Reads the reports and prints the one line of counts; `@LIST` stands for the
 * files that the file LIST names, one a line. Returns the exit status: 0 where the suite could be
 * counted, and so also where nothing of it runs, 1 where a signal ended the runner, 2 where the
 * arguments are wrong.
 */
export function countReports(args: readonly string[], machine: Machine): number {
  const [format = '', status = '', ...names] = args;
  if (format !== MIXED && !isReportFormat(format)) {
    const known = [...Object.keys(FORMATS), MIXED].join(', ');
    machine.warn(`count-tests: "${format}" is not one of ${known}`);
    return 2;
  }
  if (!/^\d+$/.test(status)) {
    machine.warn(`count-tests: "${status}" is no exit status`);
    return 2;
  }
  const paths = names.flatMap((name) =>
    name.startsWith('@') ? linesOf(machine.read(name.slice(1)) || '') : [name],
  );
  const reports = paths.map((path) => {
    const text = machine.read(path);
    if (text === undefined) return crashed(path, 'it left no report');
    const own = format === MIXED ? formatOf(path) : format;
    return isReportFormat(own) ? FORMATS[own](text) : crashed(path, 'its name has no format');
  });
  if (paths.length === 0) reports.push(crashed('suite', 'it left no report'));
  const report = withoutExcluded(mergeReports(reports), machine);
  for (const problem of report.problems) machine.warn(`tests: ${describeProblem(problem)}`);
  const counts = countsOf(report.tests);
  if (isSignal(Number(status), counts)) {
    machine.warn(`count-tests: a signal ended the test runner (status ${status})`);
    return 1;
  }
  const ids = machine.variable(TEST_IDS_VARIABLE);
  if (ids !== undefined && ids !== '') machine.write(ids, idLines(report.tests));
  machine.print(countsLine(counts));
  return 0;
}

/** A recipe lists tests whose outcome varies, one id a line. They count neither way. */
function withoutExcluded(report: TestReport, machine: Machine): TestReport {
  const list = machine.variable(EXCLUDED_TESTS_VARIABLE);
  if (list === undefined || list === '') return report;
  const excluded = new Set(linesOf(machine.read(list) || ''));
  return { ...report, tests: report.tests.filter(({ id }) => !excluded.has(id)) };
}

/** Some runners end with the number of failures, and 255 for all that are more. */
function isSignal(status: number, { failed }: Counts): boolean {
  return status >= FIRST_SIGNAL_STATUS && status !== Math.min(failed, 255);
}

/** What did not run to its end is one failed test, as a file that does not load is. */
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
