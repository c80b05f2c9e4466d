import type { TestRun } from '@refbench/contracts';
import { expect, it } from 'vitest';
import type { SuiteRuns, TestOutcomes } from '@refbench/instances';
import { flakyTests } from './flaky-tests.ts';
import { suiteWarnings, type SuiteFacts } from './suite-warnings.ts';

const LIMIT_MS = 900_000;

function counted(passed: number, failed = 0, skipped = 0): TestRun {
  return { kind: 'counted', counts: { passed, failed, skipped, total: passed + failed + skipped } };
}

function fast(runs: readonly TestRun[]): SuiteRuns {
  return { tests: runs.map(() => undefined), durationsMs: runs.map(() => 1_000) };
}

/** `kind state` of each warning. */
function warned(
  base: readonly TestRun[],
  golden: readonly TestRun[],
  more: Partial<SuiteFacts> = {},
): readonly string[] {
  return suiteWarnings({
    runs: { base, golden },
    details: { base: fast(base), golden: fast(golden) },
    recipe: '#!/bin/bash\n# mocha --bail would stop\nmocha --reporter json\n',
    timeLimitMs: LIMIT_MS,
    ...more,
  }).map(({ kind, state }) => `${kind} ${state}`);
}

const steady = [counted(100), counted(100)];

it('reports nothing for a stable suite', () => {
  expect(warned(steady, [counted(110, 2), counted(110, 2)])).toEqual([]);
});

it('distinguishes runs that differ, lose tests, or stop early', () => {
  expect(warned([counted(100), counted(98, 2)], steady)).toEqual(['counts-differ base']);
  expect(warned([counted(100), counted(97)], steady)).toEqual(['loses-tests base']);
  expect(warned([counted(100), counted(30, 1)], steady)).toEqual(['stops-early base']);
});

it('recognises a suite that always stops early by comparing the other state', () => {
  const stopped = [counted(13, 1), counted(13, 1)];
  expect(warned(stopped, steady)).toEqual(['stops-early base']);
  expect(warned(steady, stopped)).toEqual(['stops-early golden', 'loses-tests golden']);
  // After two failures, the suite did not stop at the first one.
  expect(warned([counted(12, 2), counted(12, 2)], steady)).toEqual([]);
});

it('reports runs without a verdict, and sums that are wrong', () => {
  const off = (reason: string): TestRun => ({ kind: 'no-verdict', reason });
  expect(warned([off('run_tests printed nothing'), counted(9)], [counted(9)])).toEqual([
    'no-verdict base',
  ]);
  expect(
    warned([counted(9)], [off('the verdict line is invalid: passed + failed must equal total')]),
  ).toEqual(['does-not-add-up golden']);
});

it('compares names with counts', () => {
  const tests: TestOutcomes = new Map([['a', 'passed']]);
  const base = { tests: [tests, tests], durationsMs: [1, 1] };
  const named = { details: { base, golden: fast(steady) } };
  expect(warned(steady, steady, named)).toEqual(['does-not-add-up base']);
  const one = [counted(1), counted(1)];
  expect(warned(one, one, { details: { base, golden: base } })).toEqual([]);
});

it('warns of a suite that nearly exceeds its time limit', () => {
  const slow = { tests: [undefined], durationsMs: [LIMIT_MS / 2] };
  expect(warned(steady, steady, { details: { base: slow, golden: fast(steady) } })).toEqual([
    'slow base',
  ]);
});

it.each([
  'mocha --bail --reporter json',
  'python -m pytest -q -x tests',
  'pytest --maxfail=1',
  'go test -failfast ./...',
  'cargo test --workspace',
  'mvn -q \\\n  test',
  './gradlew test',
  'ctest --stop-on-failure',
])('finds what stops early in %s', (command) => {
  expect(warned(steady, steady, { recipe: command })).toEqual(['stops-early both']);
});

it.each([
  'mocha --bail=0',
  'pytest -q --maxfail=10 -k "not slow"',
  'go test -json ./...',
  'cargo test --workspace --no-fail-fast',
  'mvn -q -Dmaven.test.failure.ignore=true test',
  './gradlew test --continue',
])('lets %s be', (command) => {
  expect(warned(steady, steady, { recipe: command })).toEqual([]);
});

it('finds tests that do not end alike, and only those', () => {
  const runs: readonly (TestOutcomes | undefined)[] = [
    new Map([
      ['steady', 'passed'],
      ['broken', 'failed'],
      ['flaky', 'passed'],
      ['lost', 'passed'],
    ]),
    undefined,
    new Map([
      ['steady', 'passed'],
      ['broken', 'failed'],
      ['flaky', 'failed'],
    ]),
  ];
  expect(flakyTests('golden', runs)).toEqual([
    { id: 'flaky', state: 'golden', passed: 1, failed: 1, skipped: 0, absent: 0 },
    { id: 'lost', state: 'golden', passed: 1, failed: 0, skipped: 0, absent: 1 },
  ]);
  expect(flakyTests('base', [undefined, undefined])).toEqual([]);
});
