import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECIPES_FOLDER } from '../index.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FORMATS } from '../counter/formats.ts';
import { mergeReports } from '../counter/test-report.ts';
import { outcomes } from '../counter/test-reports.testkit.ts';

const PROGRAM = join(RECIPES_FOLDER, '1/ctest-cases.mjs');

let folder = '';
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctest-cases-'));
  execFileSync('mkdir', ['build', 'reports', 'bin'], { cwd: folder });
});

afterEach(() => rmSync(folder, { recursive: true }));

interface Entry {
  readonly name: string;
  /** A script whose shell has the bytes of a program of GoogleTest. */
  readonly script: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A `ctest` that knows these tests, and reports success of those that it is asked to run. */
function installCtest(entries: readonly Entry[], version: string): void {
  const tests = entries.map(({ name, script, properties }) => {
    const program = at(`bin/${name}`);
    const shell = execFileSync('bash', ['-c', 'realpath "$(command -v sh)"'], { encoding: 'utf8' });
    writeFileSync(
      program,
      Buffer.concat([readFileSync(shell.trim()), Buffer.from('tests written using Google Test')]),
    );
    chmodSync(program, 0o755);
    return {
      name,
      command: [program, '-c', script],
      properties: Object.entries(properties ?? {}).map(([key, value]) => ({ name: key, value })),
    };
  });
  writeFileSync(at('tests.json'), `a warning\n${JSON.stringify({ tests }, null, 1)}`);
  writeFileSync(
    at('bin/ctest'),
    `#!/bin/bash
case $1 in
--show-only*) cat '${at('tests.json')}' ;;
--version) echo 'ctest version ${version}' ;;
*) echo "$@" >'${at('arguments')}'
  case "$*" in
  *--output-junit*) echo '<testsuite><testcase name="by ctest"/></testsuite>' >'${at('reports/ctest.xml')}' ;;
  *) echo '1/1 Test #1: by ctest ....   Passed    0.00 sec'
    echo '100% tests passed, 0 tests failed out of 1' ;;
  esac ;;
esac
`,
  );
  chmodSync(at('bin/ctest'), 0o755);
}

function runCases(): { readonly status: number | null; readonly tests: readonly string[] } {
  const { status } = spawnSync(process.execPath, [PROGRAM, at('build'), at('reports')], {
    env: { ...process.env, PATH: `${at('bin')}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  const names = readFileSync(at('reports/list'), 'utf8').trimEnd().split('\n');
  const reports = names.map((name) => FORMATS.ctest(readFileSync(at(`reports/${name}`), 'utf8')));
  return { status, tests: outcomes(mergeReports(reports).tests) };
}

const report = (cases: string): string =>
  `echo '<testsuites>${cases}</testsuites>' >"\${GTEST_OUTPUT#xml:}";`;

test('the cases of a program count instead of its test', () => {
  const cases = '<testsuite><testcase name="a"/><testcase name="b"/></testsuite>';
  const script = `${report(cases)} test "$X" = a=b && test "$PWD" = '${folder}'`;
  const properties = { ENVIRONMENT: ['X=a=b'], WORKING_DIRECTORY: folder };
  installCtest([{ name: 'one', script, properties }], '3.25.1');
  expect(runCases()).toEqual({ status: 0, tests: ['passed a', 'passed b'] });
});

test('a program that ends badly is a failed test, whatever it reports', () => {
  const cases = '<testsuite><testcase name="a"/></testsuite>';
  installCtest(
    [
      { name: 'crash', script: 'kill -SEGV $$' },
      { name: 'late', script: 'sleep 60', properties: { TIMEOUT: 0.2 } },
      { name: 'exit', script: `${report(cases)} exit 3` },
      { name: 'cut', script: `printf '<testsuite><testcase name="b"/>' >"\${GTEST_OUTPUT#xml:}"` },
    ],
    '3.25.1',
  );
  expect(runCases()).toEqual({
    status: 1,
    tests: [
      'failed crash (crashed)',
      'failed late (crashed)',
      'passed a',
      'failed exit (crashed)',
      'passed b',
      'failed report (truncated)',
    ],
  });
});

test.each(['3.18.4', '4.1.0'])(
  'ctest %s runs what is no plain program of a framework',
  (version) => {
    const cases = '<testsuite><testcase name="a"/></testsuite>';
    installCtest(
      [
        { name: 'plain', script: report(cases) },
        { name: 'silent', script: 'exit 1' },
        { name: 'text', script: report(cases), properties: { PASS_REGULAR_EXPRESSION: ['x'] } },
      ],
      version,
    );
    expect(runCases()).toEqual({ status: 0, tests: ['passed a', 'passed by ctest'] });
    expect(readFileSync(at('arguments'), 'utf8')).toMatch(/ -I 0,0,0,2,3$/m);
  },
);
