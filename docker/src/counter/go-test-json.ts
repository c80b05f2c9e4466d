import { firstLine, isObject, readJson, textOf, type JsonObject } from './json-text.ts';
import {
  reportBuilder,
  type ReportBuilder,
  type TestOutcome,
  type TestReport,
} from './test-report.ts';

interface PackageState {
  ended: TestOutcome | undefined;
  /** Tests that began; their outcome once they ended. */
  readonly tests: Map<string, TestOutcome | undefined>;
  /** What its tests printed since their last whole line, in which an outcome may be hidden. */
  readonly printed: Map<string, string>;
  /** Why it failed, as far as its output says. */
  hint: string;
}

interface Run {
  readonly packages: Map<string, PackageState>;
  /** Import paths that do not compile, with the first line that says why. */
  readonly broken: Map<string, string>;
  /** Those that a package has named, whose own failure counts. */
  readonly named: Set<string>;
  foreign: number;
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
  const run: Run = { packages: new Map(), broken: new Map(), named: new Set(), foreign: 0 };
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const event = line.startsWith('{') ? readJson(line) : undefined;
    if (isObject(event) && textOf(event, 'Action') !== '') apply(run, event);
    else run.foreign += 1;
  }
  if (run.foreign > 0) report.problem('unreadable', 'report', `${run.foreign} lines are no events`);
  if (run.packages.size + run.broken.size === 0) {
    report.problem('truncated', 'report', 'it names no package');
  }
  for (const [name, state] of run.packages) addPackage(report, name, state);
  for (const [path, hint] of run.broken) {
    if (!run.named.has(path)) report.problem('crashed', path, hint || 'it does not compile');
  }
  return report.build();
}

function apply(run: Run, event: JsonObject): void {
  const action = textOf(event, 'Action');
  const name = textOf(event, 'Package');
  if (name === '') {
    const path = textOf(event, 'ImportPath');
    if (action === 'build-fail') run.broken.set(path, run.broken.get(path) || '');
    return;
  }
  if (textOf(event, 'FailedBuild') !== '') run.named.add(textOf(event, 'FailedBuild'));
  const state = stateOf(run.packages, name);
  const test = textOf(event, 'Test');
  const outcome = OUTCOMES[action];
  const output = textOf(event, 'Output');
  if (test !== '') {
    if (action === 'run') state.tests.set(test, undefined);
    else if (outcome !== undefined) state.tests.set(test, outcome);
    else if (output !== '') readOutput(state, test, output);
    return;
  }
  if (action === 'start') state.ended = undefined;
  if (outcome !== undefined) state.ended = outcome;
  if (/^(panic: |FAIL\t.*\[|fatal error: |signal: |exit status )/.test(output)) {
    state.hint = state.hint || firstLine(output);
  }
}

function stateOf(packages: Map<string, PackageState>, name: string): PackageState {
  const state: PackageState = packages.get(name) || {
    ended: undefined,
    tests: new Map(),
    printed: new Map(),
    hint: '',
  };
  packages.set(name, state);
  return state;
}

/** Go before 1.20 takes a result for output if a test printed something in front of it. */
function readOutput(state: PackageState, test: string, output: string): void {
  const line = `${state.printed.get(test) || ''}${output}`.slice(-10_000);
  state.printed.set(test, line.endsWith('\n') ? '' : line);
  const [, word = '', name] = /--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)\s*$/.exec(line) || [];
  if (name === test && state.tests.get(test) === undefined) {
    state.tests.set(test, OUTCOMES[word.toLowerCase()]);
  }
}

function addPackage(report: ReportBuilder, name: string, state: PackageState): void {
  let failed = false;
  for (const [test, ended] of state.tests) {
    // A package only passes if all of its tests came to their end.
    const outcome = ended || (state.ended === 'passed' ? 'passed' : 'failed');
    report.add(`${name}.${test}`, outcome);
    failed ||= outcome === 'failed';
  }
  if (state.ended === undefined) {
    report.problem('truncated', name, 'the package never ended');
  } else if (state.ended === 'failed' && !failed) {
    report.problem('crashed', name, state.hint || 'it failed outside its tests');
  }
}
