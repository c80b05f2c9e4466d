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
    variable: (name) => (name === 'REFBENCH_TEST_IDS' ? '/out/ids' : undefined),
  };
}

const one = '<testsuite tests="1"><testcase classname="A" name="x"/></testsuite>';

test('several reports produce one line of counts and a list of ids', () => {
  const machine = machineWith({ list: 'a.xml\nb.xml\n', 'a.xml': one, 'b.xml': one });
  expect(countReports(['junit-xml', '1', '@list'], machine)).toBe(0);
  expect(machine.out).toEqual(['{"passed":2,"failed":0,"skipped":0,"total":2}']);
  expect(machine.written.get('/out/ids')).toBe(
    '{"id":"A > x","outcome":"passed"}\n{"id":"A > x #2","outcome":"passed"}\n',
  );
});

test('a missing report is one failed test', () => {
  const machine = machineWith({ list: '' });
  expect(countReports(['tap', '0', '@list'], machine)).toBe(0);
  expect(countReports(['tap', '1', '/tmp/r.tap'], machine)).toBe(0);
  expect(new Set(machine.out)).toEqual(new Set(['{"passed":0,"failed":1,"skipped":0,"total":1}']));
  expect(machine.err[1]).toBe('tests: crashed: r.tap: it left no report');
});

test('a status above 128 that is the number of failures is not a signal', () => {
  const failures = '<testcase name="f"><failure/></testcase>'.repeat(130);
  const machine = machineWith({ 'a.xml': `<testsuite>${failures}</testsuite>` });
  expect(countReports(['junit-xml', '130', 'a.xml'], machine)).toBe(0);
  expect(countReports(['junit-xml', '137', 'a.xml'], machine)).toBe(1);
});

test('an unknown format is an error of the recipe without a verdict', () => {
  const machine = machineWith({});
  expect(countReports(['xunit', '0', 'a'], machine)).toBe(2);
  expect(machine.out).toEqual([]);
});

test('the report of a runner that was killed by a signal is not counted', () => {
  const machine = machineWith({ 'a.xml': one });
  expect(countReports(['junit-xml', '137', 'a.xml'], machine)).toBe(1);
  expect(machine.out).toEqual([]);
  expect(machine.written.size).toBe(0);
  expect(countReports(['junit-xml', 'a.xml'], machine)).toBe(2);
});

test('reports of several runners are read by the format in their names', () => {
  const machine = machineWith({
    '0.junit-xml.report': one,
    '1.tap.report': 'ok 1 - a\n1..1\n',
    '2.report': '',
  });
  expect(countReports(['mixed', '0', '0.junit-xml.report', '1.tap.report'], machine)).toBe(0);
  expect(countReports(['mixed', '0', '2.report'], machine)).toBe(0);
  expect(machine.out).toEqual([
    '{"passed":2,"failed":0,"skipped":0,"total":2}',
    '{"passed":0,"failed":1,"skipped":0,"total":1}',
  ]);
});
