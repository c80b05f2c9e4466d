import { baselineSchema, scoreSchema, type Baseline, type Score } from '@refbench/contracts';
import { expect, it } from 'vitest';
import type { CoverageResult } from '@refbench/environments';
import { coverageGate } from './coverage-gate.ts';
import { checkBaseline, checkGolden, checkNop } from './suite-gates.ts';

const digest = `sha256:${'0'.repeat(64)}`;

function baseline(basePassed: readonly number[]): Baseline {
  const runOf = (passed: number): object => ({
    kind: 'counted',
    counts: { passed, failed: 20 - passed, skipped: 0, total: 20 },
  });
  return baselineSchema.parse({
    schema: 1,
    instance: 'a__b-00000000',
    host: 'host',
    k: 5,
    image: digest,
    recipe: digest,
    tool: '0',
    base: basePassed.map(runOf),
    golden: [20, 20, 20, 20, 20].map(runOf),
    bounds: {
      p_min: 18,
      f_max: 2,
    },
    stable_tests: null,
    measured_at: '2026-01-01T00:00:00Z',
  });
}

function score(changes: object): Score {
  const ways = { additive: 1, reductive: 1, total: 1 };
  return scoreSchema.parse({
    schema: 1,
    instance: 'a__b-00000000',
    agent: 'golden',
    attempt: 1,
    verdict: 'model',
    outcome: {
      kind: 'completed',
      oom_seen: false,
    },
    tests: {
      passed: 20,
      failed: 0,
      skipped: 0,
      total: 20,
      p_min: 18,
      f_max: 2,
    },
    pass: 1,
    ifr: ways,
    alignment: ways,
    precision: ways,
    rules: {
      additive: {
        matched: 1,
        total: 1,
      },
      reductive: {
        unmatched: 1,
        total: 1,
      },
    },
    digests: {
      patch: digest,
      image: digest,
      recipe: digest,
      ruleset: digest,
      baseline: digest,
      tool: '0',
    },
    reasons: {},
    ...changes,
  });
}

const none = { additive: 0, reductive: 0, total: 0 };

it('admits a suite with equal counts in all runs of a state, and no other', () => {
  expect(checkBaseline(baseline([19, 19, 19, 19, 19]))).toEqual({
    passed: true,
    problems: [],
    notes: ['base 19 of 20 in 5 runs', 'golden 20 of 20 in 5 runs'],
  });
  const { passed, problems } = checkBaseline(baseline([19, 18, 19, 19, 19]));
  expect(passed).toBe(false);
  expect(problems).toEqual(['the runs on base differ: 19 of 20, 18 of 20']);
  expect(checkBaseline(baseline([5, 5, 5, 5, 5])).problems[0]).toMatch(/5 of 20 tests pass/);
});

it('wants Pass 1, IFR 1 and alignment 1 of golden', () => {
  expect(checkGolden(score({}), []).passed).toBe(true);
  const tests = {
    passed: 18,
    failed: 2,
    skipped: 0,
    total: 20,
    p_min: 20,
    f_max: 0,
    missing: null,
  };
  expect(checkGolden(score({ pass: 0, tests }), []).problems).toEqual([
    'Pass of golden is 0: 18 of 20 tests passed, 2 failed; at least 20 must pass, and at most 0 may fail',
  ]);
  const reasons = { tests: 'the suite was still running after 15 s' };
  expect(checkGolden(score({ pass: 0, reasons }), []).problems).toEqual([
    'Pass of golden is 0: the suite was still running after 15 s',
  ]);
  expect(checkGolden(score({ ifr: { ...none, total: 0.9 } }), []).problems).toEqual([
    'IFR of golden is 0.90',
  ]);
  expect(checkGolden(undefined, ['golden: no engine']).problems).toEqual([
    'golden has no score',
    'golden: no engine',
  ]);
});

it('wants Pass 1 and IFR 0 of an empty patch', () => {
  expect(checkNop(score({ ifr: none }), []).passed).toBe(true);
  expect(checkNop(score({}), []).problems).toEqual(['IFR of nop is 1.00']);
  expect(checkNop(score({ pass: null, ifr: none }), []).problems).toEqual([
    'Pass of nop is unknown',
  ]);
});

it('asks only for the rules of an instance without tests', () => {
  const untested = { pass: null, alignment: { additive: null, reductive: null, total: null } };
  const reason = { no_tests: 'the suite needs a cluster' };
  expect(checkGolden(score({ ...untested, ...reason }), []).passed).toBe(true);
  expect(checkGolden(score(untested), []).passed).toBe(false);
  expect(checkNop(score({ ...untested, ...reason, ifr: none }), []).passed).toBe(true);
});

it('wants a suite that executes a share of what golden adds, if that can be measured', () => {
  const measured = (executed: number): CoverageResult => ({
    kind: 'measured',
    coverage: {
      schema: 1,
      instance: 'a__b-00000000',
      recipe: digest,
      tool: 'gcov',
      executed,
      executable: 10,
      unlisted: 4,
      files: [],
    },
  });
  expect(coverageGate(measured(9))).toEqual({
    passed: true,
    problems: [],
    notes: ['the suite executes 9 of 10 executable lines that golden adds (90 %, gcov)'],
  });
  expect(coverageGate(measured(2)).problems[0]).toMatch(/20 %, gcov\); 30 % are needed/);
  const unmeasured = { kind: 'unmeasured', reason: 'gcov: it left no report' } as const;
  expect(coverageGate(unmeasured)).toMatchObject({
    passed: null,
    notes: ['not measured: gcov: it left no report'],
  });
});
