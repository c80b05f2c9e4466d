import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';
import { summariesOf, type Summary } from './test-summaries.ts';

const OUTCOMES: Readonly<Record<string, TestOutcome>> = {
  ok: 'passed',
  pass: 'passed',
  passed: 'passed',
  success: 'passed',
  xfail: 'passed',
  fail: 'failed',
  failed: 'failed',
  failure: 'failed',
  'not ok': 'failed',
  error: 'failed',
  xpass: 'failed',
  skip: 'skipped',
  skipped: 'skipped',
};

/**
 * Lines that name one test and its outcome. Only these words, so that prose is not counted. The last one
 * takes too much time for long lines.
 */
const LINES: readonly RegExp[] = [
  // TAP: `not ok 3 - name`
  /^(?<outcome>not ok|ok)\s+(?:\d+\s*)?(?:-\s*)?(?<name>\S.*)$/,
  // `PASS: name`
  /^(?<outcome>PASS(?:ED)?|FAIL(?:ED)?|SKIP(?:PED)?|XFAIL|XPASS|ERROR|OK):\s+(?<name>\S.*)$/,
  // `[  FAILED  ] name`, `[pass] name`
  /^\[\s*(?<outcome>PASS(?:ED)?|FAIL(?:ED|URE)?|SKIP(?:PED)?|OK|SUCCESS|ERROR|pass(?:ed)?|fail(?:ed|ure)?|skip(?:ped)?|ok|success|error)\s*\]:?\s+(?<name>\S.*)$/,
  // `name ... ok`, `name: PASSED`, `name [OK]`
  /^(?<name>\S.*?)(?:\s*\.{3,}\s*|:\s+|\s+\[\s*)(?<outcome>ok|OK|pass|PASS|passed|PASSED|fail|FAIL|failed|FAILED|skipped|SKIPPED)(?:\s*\])?$/,
];

/** Checks of a build, and summaries, e.g. of GoogleTest: `[  PASSED  ] 3 tests.` */
const NO_TEST = /^(checking |\d+ (?:tests?|failed|passed)\b|make(\[\d+\])?:|all tests\b|tests?$)/i;

/**
 * The output of a suite without a known format, e.g. of `make test`. Each line that names a test with
 * its outcome is a test; the same name with the same outcome is one. Where its summaries speak of more tests
 * than it names, they count instead. The last line is `# status N`, how the suite ended: where it failed and
 * no test did, something did not run.
 */
export function parseTestLines(text: string): TestReport {
  const lines = text
    .split('\n')
    // Colours of a terminal.
    .map((line) => line.replace(/\u001b\[[\d;]*m/g, '').trimEnd())
    .filter((line) => line.length <= 20_000);
  const end = lines.map((line) => /^# status (\d+)$/.exec(line)?.[1]).findLast(Boolean);
  const status = end === undefined ? undefined : Number(end);
  const named = namedTests(lines);
  const counted = summariesOf(lines).flatMap(countedTests);
  const tests = counted.length > named.length ? counted : named;
  const report = reportBuilder();
  for (const { name, outcome } of tests) report.add(name, outcome);
  const failed = tests.some(({ outcome }) => outcome === 'failed');
  if (status === undefined) report.problem('truncated', 'report', 'there is no status');
  else if (status !== 0 && !failed) {
    report.problem('crashed', 'suite', `it ended with status ${status}, but no test failed`);
  } else if (tests.length === 0) report.problem('truncated', 'report', 'it names no test');
  return report.build();
}

interface NamedTest {
  readonly name: string;
  readonly outcome: TestOutcome;
}

/** The tests that lines name, each name and outcome once. */
function namedTests(lines: readonly string[]): readonly NamedTest[] {
  const found = lines.flatMap((line) => {
    const patterns = line.length > 2_000 ? LINES.slice(0, -1) : LINES;
    return testOf(line.trimStart(), patterns) ?? [];
  });
  const byKey = withoutDurations(found).map(
    (test) => [`${test.outcome} ${test.name}`, test] as const,
  );
  return [...new Map(byKey).values()];
}

/** The tests that the program with this number, in the order of the output, only counts. */
function countedTests(summary: Summary, program: number): readonly NamedTest[] {
  return (['passed', 'failed', 'skipped'] as const).flatMap((outcome) =>
    Array.from({ length: summary[outcome] }, (_, at) => ({
      name: `program ${program + 1}, ${outcome} ${at + 1}`,
      outcome,
    })),
  );
}

function testOf(line: string, patterns: readonly RegExp[]): NamedTest | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const name = (groups['name'] || '').replace(IN_BRACKETS, '').trim();
    const outcome = OUTCOMES[(groups['outcome'] || '').toLowerCase()];
    if (outcome === undefined || name === '' || NO_TEST.test(name)) return undefined;
    const skipped = /#\s*(skip|todo)\b/i.test(name);
    return { name, outcome: skipped ? 'skipped' : outcome };
  }
  return undefined;
}

/** Durations, which differ from run to run. Without brackets, `waits 5 s` can also be the name itself. */
const IN_BRACKETS = /\s*\([\d.]+ ?(?:ms|s|sec|us|µs)\)$/;
const BARE = /\s+[\d.]+ ?(?:ms|s|sec|us|µs)$/;

/** Removes durations without brackets, but not where only they tell two tests apart. */
function withoutDurations(tests: readonly NamedTest[]): readonly NamedTest[] {
  const variants = new Map<string, Set<string>>();
  const keyOf = ({ name, outcome }: NamedTest): string => `${outcome} ${name.replace(BARE, '')}`;
  for (const test of tests.filter(({ name }) => BARE.test(name))) {
    const names = variants.get(keyOf(test)) ?? new Set();
    variants.set(keyOf(test), names.add(test.name));
  }
  return tests.map((test) => {
    const isDuration = variants.get(keyOf(test))?.size === 1;
    return isDuration ? { ...test, name: test.name.replace(BARE, '') } : test;
  });
}
