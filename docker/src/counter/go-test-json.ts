import { firstLine, isObject, readJson, textOf, type JsonObject } from './json-text.ts';
import { reportBuilder, type TestOutcome, type TestReport } from './test-report.ts';

interface PackageState {
  ended: 'passed' | 'failed' | 'skipped' | undefined;
  /** Tests that began; their outcome once they ended. */
  readonly tests: Map<string, TestOutcome | undefined>;
  /** Why it failed, as far as its output says. */
  hint: string;
}

const OUTCOMES: Readonly<Record<string, TestOutcome>> = {
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
};

/**
 * The events of `go test -json`, one or several runs behind each other. Every test counts, parents
 * and subtests alike, as Go itself reports them. A package that failed though none of its tests did
 * (it does not compile, it panicked, it was killed) is a crashed unit.
 */
export function parseGoTestJson(text: string): TestReport {
  const report = reportBuilder();
  const packages = new Map<string, PackageState>();
  let foreign = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const event = line.startsWith('{') ? readJson(line) : undefined;
    if (isObject(event) && textOf(event, 'Action') !== '') apply(packages, event);
    else foreign += 1;
  }
  if (foreign > 0) report.problem('unreadable', 'report', `${foreign} lines are no events`);
  if (packages.size === 0) report.problem('truncated', 'report', 'it names no package');
  for (const [name, state] of packages) addPackage(report, name, state);
  return report.build();
}

function apply(packages: Map<string, PackageState>, event: JsonObject): void {
  const name = textOf(event, 'Package');
  if (name === '') return; // build-output and build-fail name an ImportPath; the package's fail follows
  const state: PackageState = packages.get(name) || {
    ended: undefined,
    tests: new Map(),
    hint: '',
  };
  packages.set(name, state);
  const action = textOf(event, 'Action');
  const test = textOf(event, 'Test');
  const outcome = OUTCOMES[action];
  if (test !== '') {
    if (action === 'run') state.tests.set(test, undefined);
    else if (outcome !== undefined) state.tests.set(test, outcome);
    return;
  }
  if (action === 'start') state.ended = undefined;
  if (outcome !== undefined) state.ended = outcome;
  const output = textOf(event, 'Output');
  if (/^(panic: |FAIL\t.*\[|fatal error: |signal: |exit status )/.test(output)) {
    state.hint = state.hint || firstLine(output);
  }
}

function addPackage(
  report: ReturnType<typeof reportBuilder>,
  name: string,
  state: PackageState,
): void {
  let failed = false;
  for (const [test, outcome] of state.tests) {
    report.add(`${name}.${test}`, outcome || 'failed');
    if (outcome === undefined || outcome === 'failed') failed = true;
  }
  if (state.ended === undefined) {
    report.problem('truncated', name, 'the package never ended');
  } else if (state.ended === 'failed' && !failed) {
    report.problem('crashed', name, state.hint || 'it failed outside its tests');
  }
}
