import { expect, test } from 'vitest';
import { countReports, type Machine } from './count-reports.ts';

function machineWith(files: Readonly<Record<string, string>>): Machine & {
  readonly out: string[];
  readonly err: string[];
  readonly written: Map<string, string>;
} {
  const out: string[] = [];
  const err: string[] = [];
  const written = new Map<string, string>();
  return {
    out,
    err,
    written,
    read: (path) => files[path],
    write: (path, text) => void written.set(path, text),
    print: (line) => void out.push(line),
    warn: (line) => void err.push(line),
    names: () => Object.keys(files),
  };
}

function count(
  machine: Machine,
  format: string,
  status: string,
  reports: readonly string[],
  excluded?: readonly string[],
): number {
  const suite = { format, reports, ...(excluded && { excluded_tests: excluded }) };
  return countReports(suite, { status, ids: '/out/ids' }, machine);
}

const one = '<testsuite tests="1"><testcase classname="A" name="x"/></testsuite>';

test('several reports produce one line of counts and a list of ids', () => {
  const machine = machineWith({ list: 'a.xml\nb.xml\n', 'a.xml': one, 'b.xml': one });
  expect(count(machine, 'junit-xml', '0', ['@list'])).toBe(0);
  expect(machine.out).toEqual(['{"passed":2,"failed":0,"skipped":0,"total":2}']);
  expect(machine.written.get('/out/ids')).toBe(
    '{"id":"A > x","outcome":"passed"}\n{"id":"A > x #2","outcome":"passed"}\n',
  );
});

test('a missing report is one failed test', () => {
  const machine = machineWith({ list: '' });
  expect(count(machine, 'tap', '0', ['@list'])).toBe(0);
  expect(count(machine, 'tap', '1', ['/tmp/r.tap'])).toBe(0);
  expect(new Set(machine.out)).toEqual(new Set(['{"passed":0,"failed":1,"skipped":0,"total":1}']));
  expect(machine.err[1]).toBe('tests: crashed: r.tap: it left no report');
});

test('a status above 128 that is the number of failures is not a signal', () => {
  const failures = '<testcase name="f"><failure/></testcase>'.repeat(130);
  const machine = machineWith({ 'a.xml': `<testsuite>${failures}</testsuite>` });
  expect(count(machine, 'junit-xml', '130', ['a.xml'])).toBe(0);
  expect(count(machine, 'junit-xml', '137', ['a.xml'])).toBe(1);
});

test('an unknown format is an error of the recipe without a verdict', () => {
  const machine = machineWith({});
  expect(count(machine, 'xunit', '0', ['a'])).toBe(2);
  expect(machine.out).toEqual([]);
});

test('the report of a runner that was killed by a signal is not counted', () => {
  const machine = machineWith({ 'a.xml': one });
  expect(count(machine, 'junit-xml', '137', ['a.xml'])).toBe(1);
  expect(machine.out).toEqual([]);
  expect(machine.written.size).toBe(0);
  expect(count(machine, 'junit-xml', '', ['a.xml'])).toBe(2);
});

test('reports of several runners are read by the format in their names', () => {
  const machine = machineWith({
    '0.junit-xml.report': one,
    '1.tap.report': 'ok 1 - a\n1..1\n',
    '2.report': '',
  });
  expect(count(machine, 'mixed', '0', ['0.junit-xml.report', '1.tap.report'])).toBe(0);
  expect(count(machine, 'mixed', '0', ['2.report'])).toBe(0);
  expect(machine.out).toEqual([
    '{"passed":2,"failed":0,"skipped":0,"total":2}',
    '{"passed":0,"failed":1,"skipped":0,"total":1}',
  ]);
});

test('a pattern stands for the files that it matches, and for a missing report if there is none', () => {
  const files = { '10.report': 'ok 1 - b\n1..1\n', '2.report': 'ok 1 - a\n1..1\n', '.report': '' };
  const machine = machineWith({ ...files, 'x.txt': 'ok 1 - c\n1..1\n' });
  expect(count(machine, 'tap', '0', ['*.report'])).toBe(0);
  expect(machine.written.get('/out/ids')).toBe(
    '{"id":"b","outcome":"passed"}\n{"id":"a","outcome":"passed"}\n',
  );
  expect(count(machine, 'tap', '0', ['*.xml'])).toBe(0);
  expect(machine.out[1]).toBe('{"passed":0,"failed":1,"skipped":0,"total":1}');
});

test('tests whose outcome varies do not count, whatever their names are', () => {
  const machine = machineWith({ r: 'ok 1 - a\nnot ok 2 - b\n1..2\n' });
  expect(count(machine, 'tap', '1', ['r'], ['b', 'line\nfeed'])).toBe(0);
  expect(machine.out).toEqual(['{"passed":1,"failed":0,"skipped":0,"total":1}']);
});

test('the status beside a report is that of its own runner', () => {
  const tap = 'ok 1 - a\n1..1\n';
  const files = { '0.report': tap, '0.report.status': '1\n', '1.report': 'not ok 1 - b\n1..1\n' };
  const machine = machineWith({ ...files, '1.report.status': '1\n' });
  expect(count(machine, 'tap', '1', ['*.report'])).toBe(0);
  expect(machine.out).toEqual(['{"passed":1,"failed":2,"skipped":0,"total":3}']);
});

test('a vitest run with an error outside of tests does not pass, although its report says success', () => {
  const report = JSON.stringify({
    success: true,
    numTotalTests: 1,
    numFailedTests: 0,
    testResults: [
      {
        name: '/testbed/a.js',
        status: 'passed',
        assertionResults: [{ fullName: 'a', status: 'passed' }],
      },
    ],
  });
  const machine = machineWith({ r: report });
  expect(count(machine, 'jest-json', '1', ['r'])).toBe(0);
  expect(machine.out).toEqual(['{"passed":1,"failed":1,"skipped":0,"total":2}']);
});

test('a test with a line feed in its name can be left out, and its failure still explains the status', () => {
  const file = {
    name: '/testbed/a.js',
    status: 'failed',
    assertionResults: [
      { fullName: 'accepts let a\nlet b', status: 'failed' },
      { fullName: 'accepts x', status: 'passed' },
    ],
  };
  const machine = machineWith({ r: JSON.stringify({ success: false, testResults: [file] }) });
  const excluded = ['a.js > accepts let a\nlet b'];
  expect(count(machine, 'jest-json', '1', ['r'], excluded)).toBe(0);
  expect(machine.out).toEqual(['{"passed":1,"failed":0,"skipped":0,"total":1}']);
});
