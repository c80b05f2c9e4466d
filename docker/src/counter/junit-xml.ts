import { firstLine } from './json-text.ts';
import {
  reportBuilder,
  type ReportBuilder,
  type TestOutcome,
  type TestReport,
} from './test-report.ts';
import { xmlEvents } from './xml-events.ts';

interface OpenSuite {
  readonly name: string;
  /** `tests` of the element, where it has one. */
  readonly declared: number | undefined;
  cases: number;
}

interface OpenCase {
  readonly id: string;
  outcome: TestOutcome;
}

/**
 * JUnit's XML as pytest, surefire, gradle, ctest, vitest and others write it. A case is failed by
 * `<failure>` or `<error>`, skipped by `<skipped>` or a status that says it did not run; surefire's
 * `<flakyFailure>` passed in the end. A suite whose `tests` is not the number of its cases is said.
 */
export function parseJunitXml(text: string): TestReport {
  const report = reportBuilder();
  const suites: OpenSuite[] = [];
  let test: OpenCase | undefined;
  let sawSuite = false;
  let depth = 0;
  let cut = false;
  for (const event of xmlEvents(text)) {
    if (event.kind === 'cut') cut = true;
    if (event.kind === 'open') depth += 1;
    if (event.kind === 'close') depth -= 1;
    if (event.kind === 'open') {
      const { name, attributes } = event;
      if (name === 'testsuite') {
        sawSuite = true;
        suites.push(suiteOf(attributes));
      } else if (name === 'testsuites') sawSuite = true;
      else if (name === 'testcase') test = caseOf(attributes, suites);
      else if (test !== undefined) applyChild(test, name);
      else if (name === 'error' && suites.length > 0) {
        const message = attributes.get('message') || 'it failed outside its cases';
        report.problem('crashed', nameOf(suites), firstLine(message));
      }
    }
    if (event.kind === 'close' && event.name === 'testcase' && test !== undefined) {
      report.add(test.id, test.outcome);
      for (const suite of suites) suite.cases += 1;
      test = undefined;
    }
    if (event.kind === 'close' && event.name === 'testsuite') closeSuite(report, suites.pop());
  }
  if (cut || depth > 0) {
    report.problem('truncated', nameOf(suites), 'the document ends in the middle');
  } else if (!sawSuite) report.problem('truncated', 'report', 'it has no test suite');
  return report.build();
}

function suiteOf(attributes: ReadonlyMap<string, string>): OpenSuite {
  const declared = attributes.get('tests');
  return {
    name: attributes.get('name') || '',
    declared: declared !== undefined && /^\d+$/.test(declared) ? Number(declared) : undefined,
    cases: 0,
  };
}

function nameOf(suites: readonly OpenSuite[]): string {
  return suites.map(({ name }) => name).join(' > ') || 'report';
}

function caseOf(attributes: ReadonlyMap<string, string>, suites: readonly OpenSuite[]): OpenCase {
  const name = attributes.get('name') || '';
  const suite = suites[suites.length - 1];
  const group = attributes.get('classname') || (suite === undefined ? '' : suite.name);
  const status = (attributes.get('status') || '').toLowerCase();
  const idle = ['notrun', 'disabled', 'skipped', 'ignored'].includes(status);
  return {
    id: group === '' || group === name ? name : `${group} > ${name}`,
    outcome: idle ? 'skipped' : status === 'fail' || status === 'failed' ? 'failed' : 'passed',
  };
}

function applyChild(test: OpenCase, name: string): void {
  if (name === 'failure' || name === 'error') test.outcome = 'failed';
  else if (name === 'skipped' && test.outcome !== 'failed') test.outcome = 'skipped';
}

function closeSuite(report: ReportBuilder, suite: OpenSuite | undefined): void {
  if (suite === undefined || suite.declared === undefined || suite.declared === suite.cases) return;
  const detail = `tests="${suite.declared}", but ${suite.cases} cases are there`;
  report.problem('inconsistent', suite.name || 'suite', detail);
}
