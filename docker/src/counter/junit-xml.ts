import { firstLine } from './json-text.ts';
import { pytestCauses } from './pytest-status.ts';
import {
  reportBuilder,
  type Counts,
  type ReportBuilder,
  type TestOutcome,
  type TestReport,
} from './test-report.ts';
import { xmlEvents } from './xml-events.ts';

type Attributes = ReadonlyMap<string, string>;

interface OpenSuite {
  readonly name: string;
  readonly attributes: Attributes;
  /** All cases below it, and the elements that say that something failed. */
  cases: number;
  failures: number;
}

interface OpenCase {
  readonly id: string;
  /** ctest's word for a test that did not run. */
  readonly notRun: boolean;
  outcome: TestOutcome;
  todo: boolean;
}

/**
 * JUnit's XML as pytest, surefire, gradle, ctest, vitest, node:test and others write it. A case is
 * failed by `<failure>` or `<error>`, skipped by `<skipped>` or a status that says it did not run;
 * surefire's `<flakyFailure>` passed in the end. The counts of each suite are compared with its cases.
 */
export function parseJunitXml(text: string): TestReport {
  const report = reportBuilder();
  const suites: OpenSuite[] = [];
  let test: OpenCase | undefined;
  let sawSuite = false;
  let cut = false;
  let pytest = false;
  let uncollected = false;
  for (const event of xmlEvents(text)) {
    if (event.kind === 'cut') cut = true;
    if (event.kind === 'comment') claimOfComment(report, event.text);
    if (event.kind === 'open') {
      const { name, attributes } = event;
      if (name === 'testsuite' || name === 'testsuites') {
        sawSuite = true;
        suites.push({ name: attributes.get('name') || '', attributes, cases: 0, failures: 0 });
        pytest ||= attributes.get('name') === 'pytest';
      } else if (name === 'testcase') {
        test = caseOf(attributes, suites);
        if (test.outcome === 'failed') countFailure(suites);
      } else if (test !== undefined) {
        uncollected ||= name === 'error' && attributes.get('message') === 'collection failure';
        applyChild(test, name, attributes, suites);
      } else if (name === 'error' && suites.length > 0) {
        const message = attributes.get('message') || 'it failed outside its cases';
        report.problem('crashed', nameOf(suites), firstLine(message));
        countFailure(suites);
      }
    }
    if (event.kind === 'close' && event.name === 'testcase' && test !== undefined) {
      report.add(test.id, test.outcome);
      for (const suite of suites) suite.cases += 1;
      test = undefined;
    }
    if (event.kind === 'close' && /^testsuites?$/.test(event.name)) {
      closeSuite(report, suites.pop());
    }
  }
  if (pytest) report.verdict({ causes: pytestCauses(uncollected) });
  if (cut) report.problem('truncated', nameOf(suites), 'the document ends in the middle');
  else if (!sawSuite) report.problem('truncated', 'report', 'it has no test suite');
  return report.build();
}

function nameOf(suites: readonly OpenSuite[]): string {
  const names = suites.map(({ name }) => name).filter((name) => name !== '');
  return names.join(' > ') || 'report';
}

function caseOf(attributes: Attributes, suites: readonly OpenSuite[]): OpenCase {
  const name = attributes.get('name') || '';
  const suite = suites[suites.length - 1];
  const group = attributes.get('classname') || (suite === undefined ? '' : suite.name);
  const status = (attributes.get('status') || '').toLowerCase();
  const idle = ['notrun', 'disabled', 'skipped', 'ignored'].includes(status);
  return {
    id: group === '' || group === name ? name : `${group} > ${name}`,
    notRun: status === 'notrun',
    outcome: idle ? 'skipped' : status === 'fail' || status === 'failed' ? 'failed' : 'passed',
    todo: false,
  };
}

/** What failed first and passed when it was repeated. Some count it among the failures. */
const REPEATED = /^(flaky|rerun)(Failure|Error)$/;

function applyChild(
  test: OpenCase,
  name: string,
  attributes: Attributes,
  suites: readonly OpenSuite[],
): void {
  if (REPEATED.test(name)) countFailure(suites);
  else if (name === 'failure' || name === 'error') {
    // What node:test expects to fail has both a failure and this mark.
    if (test.todo) return;
    countFailure(suites);
    test.outcome = 'failed';
  } else if (name === 'skipped' && test.outcome !== 'failed') {
    test.todo = attributes.get('type') === 'todo';
    test.outcome = isFailedSkip(test, attributes) ? 'failed' : 'skipped';
  }
}

/**
 * ctest lists a test whose program is missing, or whose fixture failed, as skipped, and counts it as
 * failed. Skips that a test asked for begin with the name of the property.
 */
function isFailedSkip({ notRun }: OpenCase, attributes: Attributes): boolean {
  const message = attributes.get('message');
  return notRun && message !== undefined && !/^(SKIP_|Disabled)/.test(message);
}

function countFailure(suites: readonly OpenSuite[]): void {
  for (const suite of suites) suite.failures += 1;
}

/**
 * Catch2, which fills in no name of a host, and doctest count assertions as `tests`; pytest counts subtests from 9
 * on, and does not list them.
 */
function countsParts(attributes: Attributes): boolean {
  return (
    attributes.get('hostname') === 'tbd' ||
    attributes.has('doctest_version') ||
    attributes.get('name') === 'pytest'
  );
}

function closeSuite(report: ReportBuilder, suite: OpenSuite | undefined): void {
  if (suite === undefined) return;
  const { attributes, cases, failures } = suite;
  const number = (name: string): number | undefined => {
    const value = attributes.get(name);
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
  };
  const claimed: { -readonly [Kind in keyof Counts]?: number } = {};
  const total = countsParts(attributes) ? undefined : number('tests');
  const [failed, errors] = [number('failures'), number('errors')];
  if (total !== undefined) claimed.total = total;
  if (failed !== undefined || errors !== undefined) claimed.failed = (failed || 0) + (errors || 0);
  if (Object.keys(claimed).length === 0) return;
  // pytest counts a test twice if it passed or failed and its teardown fails.
  const extra = Math.max(0, Math.min(failures, (total || 0) - cases));
  const listed = { passed: 0, failed: failures, skipped: 0, total: cases + extra };
  report.claim(suite.name || 'suite', claimed, { listed });
}

/** node:test writes its counts as comments behind the suites. A parent fails with its subtests. */
function claimOfComment(report: ReportBuilder, text: string): void {
  const match = /^\s*(?:fail|cancelled) (\d+)\s*$/.exec(text);
  if (match !== null && Number(match[1]) > 0) report.claim('node:test', { failed: 1 });
}
