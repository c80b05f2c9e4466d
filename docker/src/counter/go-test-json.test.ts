import { expect, test } from 'vitest';
import { parseGoTestJson } from './go-test-json.ts';
import { expectReadsBack, expectSurvivesCuts, outcomes } from './test-reports.testkit.ts';

const event = (fields: Record<string, unknown>): string => `${JSON.stringify(fields)}\n`;
const run = (name: string, Test: string, Action: string): string =>
  event({ Action: 'run', Package: name, Test }) + event({ Action, Package: name, Test });

const good =
  event({ Action: 'start', Package: 'm/a' }) +
  run('m/a', 'TestOne', 'pass') +
  run('m/a', 'TestTwo/sub', 'skip') +
  event({ Action: 'output', Package: 'm/a', Output: 'ok  \tm/a\t0.1s\n' }) +
  event({ Action: 'pass', Package: 'm/a' });

test('tests and subtests of a package', () => {
  const { tests, problems } = parseGoTestJson(good);
  expect(outcomes(tests)).toEqual(['passed m/a.TestOne', 'skipped m/a.TestTwo/sub']);
  expect(problems).toEqual([]);
});

test('a package that does not compile is one failed test', () => {
  const text =
    event({ ImportPath: 'm/b', Action: 'build-output', Output: 'b.go:1: undefined: x\n' }) +
    event({ ImportPath: 'm/b', Action: 'build-fail' }) +
    event({ Action: 'start', Package: 'm/b' }) +
    event({ Action: 'output', Package: 'm/b', Output: 'FAIL\tm/b [build failed]\n' }) +
    event({ Action: 'fail', Package: 'm/b', FailedBuild: 'm/b' });
  const { tests, problems } = parseGoTestJson(good + text);
  expect(outcomes(tests)[2]).toBe('failed m/b (crashed)');
  expect(problems).toEqual([{ kind: 'crashed', unit: 'm/b', detail: 'FAIL\tm/b [build failed]' }]);
});

test('a panic or a time-out fails the test that was running', () => {
  const text =
    event({ Action: 'run', Package: 'm/c', Test: 'TestPanics' }) +
    event({ Action: 'output', Package: 'm/c', Output: 'panic: boom\n' }) +
    event({ Action: 'fail', Package: 'm/c' });
  const { tests, problems } = parseGoTestJson(text);
  expect(outcomes(tests)).toEqual(['failed m/c.TestPanics']);
  expect(problems).toEqual([]);
});

test('packages without tests are not counted, and other lines are reported', () => {
  const none =
    event({ Action: 'start', Package: 'm/d' }) + event({ Action: 'skip', Package: 'm/d' });
  const { tests, problems } = parseGoTestJson(`${good + none}go: downloading x\n`);
  expect(tests).toHaveLength(2);
  expect(problems.map(({ kind }) => kind)).toEqual(['unreadable']);
});

test('any report reads back; any cut of one is seen', () => {
  const actions = { passed: 'pass', failed: 'fail', skipped: 'skip' };
  expectReadsBack(
    parseGoTestJson,
    (tests) =>
      tests.map(({ id, outcome }) => run('m/a', id, actions[outcome])).join('') +
      event({ Action: 'fail', Package: 'm/a' }).replace(
        'fail',
        tests.some(({ outcome }) => outcome === 'failed') ? 'fail' : 'pass',
      ),
  );
  expectSurvivesCuts(parseGoTestJson, good);
});

test('a result behind what a test printed is one: Go before 1.20 takes it for output', () => {
  const output = (Test: string, Output: string): string =>
    event({ Action: 'output', Package: 'm/a', Test, Output });
  const begin = (Test: string): string => event({ Action: 'run', Package: 'm/a', Test });
  const text =
    begin('TestA') +
    output('TestA', '50% --- PASS: TestA (0.00s)\n') +
    begin('TestB') +
    output('TestB', 'dots') +
    output('TestB', '--- SKIP: TestB (0.00s)\n') +
    begin('TestC') +
    event({ Action: 'pass', Package: 'm/a' });
  expect(outcomes(parseGoTestJson(text).tests)).toEqual([
    'passed m/a.TestA',
    'skipped m/a.TestB',
    'passed m/a.TestC',
  ]);
  const failing = text.replace('"Action":"pass"', '"Action":"fail"');
  expect(outcomes(parseGoTestJson(failing).tests)[2]).toBe('failed m/a.TestC');
});

test('an import path that does not compile and that no package names is a failure', () => {
  const text = `${good}${event({ ImportPath: 'm/x', Action: 'build-fail' })}`;
  expect(outcomes(parseGoTestJson(text).tests)[2]).toBe('failed m/x (crashed)');
});
