import {
  reportBuilder,
  type ReportBuilder,
  type TestOutcome,
  type TestReport,
} from './test-report.ts';

/** One binary's tests: what it promised, what was named, and what its summary says. */
interface Binary {
  readonly unit: string;
  readonly promised: number;
  readonly named: { readonly name: string; readonly outcome: TestOutcome | undefined }[];
  /** Names that the list of failures behind the tests has. */
  readonly failures: Set<string>;
  /** Whether the lines are those behind the tests. */
  inDetails: boolean;
  summary: Readonly<Record<TestOutcome, number>> | undefined;
}

/** A process that a test started may print in front of a name, and in front of an outcome. */
const CASE = /(?:^|^.*?[^\s])test (\S.*?) \.\.\. (.*)$/;
const OUTCOME = /^(?:.*?)(ok|FAILED|ignored(?:, .*)?|bench: .*)(?: <\d+\.\d+s>)?$/;
const SUMMARY =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured;/;

/**
 * The stable text of libtest, as `cargo test --no-fail-fast` prints it with both streams together. A
 * test that prints past the capture can hide its own line, so counts follow each binary's summary,
 * and names are filled up where they are fewer. A binary without a summary has crashed, and so has one
 * that cargo lists as failed though none of its tests did.
 */
export function parseLibtest(text: string): TestReport {
  const report = reportBuilder();
  const binaries: Binary[] = [];
  const seen = new Map<string, number>();
  const broken = new Set<string>();
  let header = 'tests';
  let failedTargets = 0;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    // No name is that long; what code under test prints may cost time.
    if (line.length > 20_000) continue;
    header = headerOf(line) || header;
    const begin = /^running (\d+) tests?$/.exec(line);
    if (begin !== null) {
      binaries.push(newBinary(header, Number(begin[1]), seen));
    }
    const crate = /^error: could not compile `([^`]+)`/.exec(line);
    if (crate !== null) broken.add(crate[1] || '');
    const targets = /^error: (\d+) targets? failed:$/.exec(line);
    if (targets !== null) failedTargets += Number(targets[1]);
    const binary = binaries[binaries.length - 1];
    if (binary !== undefined && binary.summary === undefined) readLine(binary, line);
  }
  for (const crate of broken) report.problem('crashed', crate, 'it does not compile');
  if (binaries.length === 0 && broken.size === 0) {
    report.problem('truncated', 'report', 'no test binary ran');
  }
  for (const binary of binaries) addBinary(report, binary);
  const failed = binaries.filter(({ summary }) => summary === undefined || summary.failed > 0);
  const listed = { passed: 0, failed: failed.length, skipped: 0, total: 0 };
  report.claim('cargo', { failed: failedTargets }, { listed });
  return report.build();
}

/** `src/lib.rs of crate`, `tests/api.rs`, `doc-tests of crate`; hashes of file names left out. */
function headerOf(line: string): string | undefined {
  const running = /^\s+Running (?:(unittests) )?(\S+) \((.*)\)$/.exec(line);
  if (running !== null) {
    const program = (running[3] || '').replace(/^.*\//, '').replace(/-[0-9a-f]{16}(\.exe)?$/, '');
    return `${program} ${running[2]}`;
  }
  const documentation = /^\s+Doc-tests (\S+)$/.exec(line);
  return documentation === null ? undefined : `${documentation[1]} doc-tests`;
}

function newBinary(header: string, promised: number, seen: Map<string, number>): Binary {
  const times = (seen.get(header) || 0) + 1;
  seen.set(header, times);
  const unit = times === 1 ? header : `${header} (${times})`;
  const failures = new Set<string>();
  return { unit, promised, named: [], failures, inDetails: false, summary: undefined };
}

function readLine(binary: Binary, line: string): void {
  const end = SUMMARY.exec(line);
  if (end !== null) {
    const [passed = 0, failed = 0, skipped = 0, measured = 0] = end.slice(1).map(Number);
    binary.summary = { passed: passed + measured, failed, skipped };
  } else if (line === 'failures:') binary.inDetails = true;
  else if (binary.inDetails) {
    const name = /^ {4}(\S.*)$/.exec(line)?.[1];
    if (name !== undefined) binary.failures.add(name);
  } else {
    const [, name = '', rest = ''] = CASE.exec(line) ?? [];
    if (name === '') return;
    const plain = name.replace(/ - (?:should panic|compile|compile fail)$/, '');
    binary.named.push({ name: plain, outcome: outcomeOf(OUTCOME.exec(rest)?.[1]) });
  }
}

/** Undefined if what a test printed hides its outcome. */
function outcomeOf(word: string | undefined): TestOutcome | undefined {
  if (word === undefined) return undefined;
  if (word === 'FAILED') return 'failed';
  return word.startsWith('ignored') ? 'skipped' : 'passed';
}

function addBinary(report: ReportBuilder, binary: Binary): void {
  const { unit, named, failures, summary } = binary;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, outcome: read } of named) {
    const outcome = failures.has(name) ? 'failed' : (read ?? 'passed');
    // A test's own output can look like a case; the summary bounds what is believed.
    if (summary !== undefined && counts[outcome] >= summary[outcome]) continue;
    counts[outcome] += 1;
    report.add(`${unit} > ${name}`, outcome);
  }
  if (summary === undefined) {
    const detail = `it ended after ${named.length} of ${binary.promised} tests`;
    report.problem('crashed', unit, detail);
    return;
  }
  for (const outcome of ['passed', 'failed', 'skipped'] as const) {
    for (let number = counts[outcome] + 1; number <= summary[outcome]; number += 1) {
      report.add(`${unit} > (unnamed, ${outcome} ${number})`, outcome);
    }
  }
  const total = summary.passed + summary.failed + summary.skipped;
  if (total !== named.length || total !== binary.promised) {
    const detail = `${binary.promised} promised, ${named.length} named, ${total} in its summary`;
    report.problem('inconsistent', unit, detail);
  }
}
