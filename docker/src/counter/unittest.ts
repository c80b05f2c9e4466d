import { countsOf, reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

/** `test_a (module.Class)`, and since Python 3.11 `test_a (module.Class.test_a)`. */
const HEAD = /^(\S+) \(([\w.<>]+)\)(?: \.\.\. .*)?$/;
const FIXTURE = /^(?:setUp|tearDown)(?:Class|Module)$/;
/** A heading of the details behind the tests, where no other output stands. */
const DETAIL = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([\w.<>]+)\)/;
/** The outcome of a test. What it printed may stand in front of it. */
const END = /(ok|FAIL|ERROR|skipped (?:'.*'|".*")|expected failure|unexpected success)$/;

/** No reason to skip a test is that long; what tests print may cost time. */
const LONGEST_END = 20_000;

interface NamedTest {
  readonly id: string;
  /** Undefined while only its name was read. */
  outcome: TestOutcome | undefined;
}

/** What was read of one or several runs. */
interface Run {
  readonly tests: NamedTest[];
  /** The ids of tests that the details call failed. */
  readonly failed: Set<string>;
  /** Classes and modules with the name of their fixture that failed. */
  readonly fixtures: Map<string, string>;
  /** `Ran N tests`, and the line behind it. */
  readonly summaries: { readonly ran: number; ok: boolean | undefined }[];
}

/**
 * The text of `python -m unittest -v`, for suites that leave nothing better: what tests print may stand
 * between a name and its outcome. There, the headings of failures and the summary decide.
 */
export function parseUnittest(text: string): TestReport {
  const run = readRun(text);
  const report = reportBuilder();
  const named = run.tests.length;
  const last = run.summaries.at(-1);
  const sum = run.summaries.reduce((total, { ran }) => total + ran, 0);
  // A suite about test runners prints summaries of its own. Several runs behind each other add up.
  const ran = sum === named ? sum : last?.ran;
  const ok = last?.ok === true;
  for (const { id, outcome } of run.tests) {
    // Each failure has a heading in the details.
    const unread = last?.ok === undefined ? 'failed' : 'passed';
    report.add(id, run.failed.has(id) ? 'failed' : (outcome ?? unread));
  }
  for (const [place, name] of run.fixtures) {
    report.problem('crashed', place, `${name} failed; its tests did not run`);
  }
  if (last?.ok === undefined || ran === undefined) {
    report.problem('truncated', 'report', 'there is no summary');
    return report.build();
  }
  if (named < ran) {
    report.problem('inconsistent', 'report', `${ran} tests ran, ${named} are named`);
  }
  for (let number = named + 1; number <= ran; number += 1) {
    report.add(`(unnamed ${number - named})`, ok ? 'passed' : 'failed');
  }
  const { failed } = countsOf(report.build().tests);
  const listed = {
    passed: 0,
    skipped: 0,
    failed: Math.min(failed, 1),
    total: Math.max(named, ran),
  };
  report.claim('report', { total: ran, failed: ok ? 0 : 1 }, { listed, exact: true });
  return report.build();
}

function readRun(text: string): Run {
  const run: Run = { tests: [], failed: new Set(), fixtures: new Map(), summaries: [] };
  let inDetails = false;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    if (/^={70}$/.test(line)) inDetails = true;
    const ran = /^Ran (\d+) tests? in /.exec(line);
    const summary = run.summaries.at(-1);
    if (ran !== null) run.summaries.push({ ran: Number(ran[1]), ok: undefined });
    else if (summary !== undefined && /^(OK|FAILED|NO TESTS RAN)\b/.test(line)) {
      summary.ok ??= !line.startsWith('FAILED');
      inDetails = false;
    } else if (inDetails) readHeading(run, line);
    else readTest(run, line);
  }
  return run;
}

function readHeading({ failed, fixtures }: Run, line: string): void {
  const [, name, place = ''] = DETAIL.exec(line) ?? [];
  if (name === undefined) return;
  if (FIXTURE.test(name)) fixtures.set(place, name);
  else failed.add(idOf(name, place));
}

function readTest({ tests, fixtures }: Run, line: string): void {
  const [, name, place = ''] = HEAD.exec(line) ?? [];
  const word = END.exec(line.slice(-LONGEST_END))?.[1];
  if (name !== undefined && FIXTURE.test(name)) {
    if (word === 'ERROR') fixtures.set(place, name);
    return;
  }
  let test = tests.at(-1);
  // A test that fails again in tearDown is named again.
  if (name !== undefined && !(test?.id === idOf(name, place) && test.outcome === 'failed')) {
    test = { id: idOf(name, place), outcome: undefined };
    tests.push(test);
  }
  if (test !== undefined && word !== undefined && test.outcome !== 'failed') {
    test.outcome = outcomeOf(word);
  }
}

/** `module.Class.test`: since Python 3.11 the parentheses name the test again. */
function idOf(test: string, place: string): string {
  return place.endsWith(`.${test}`) ? place : `${place}.${test}`;
}

function outcomeOf(word: string): TestOutcome {
  if (word === 'ok' || word === 'expected failure') return 'passed';
  return word.startsWith('skipped') ? 'skipped' : 'failed';
}
