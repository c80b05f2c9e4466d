import { expect, it } from 'vitest';
import { allAgree } from './all-agree.ts';

type Results = Parameters<typeof allAgree>[0];
type Outcome = 'passed' | 'failed';

function counted(outcomes: Readonly<Record<string, Outcome>>, passed = 1): Results[number] {
  return {
    run: { kind: 'counted', counts: { passed, failed: 1, skipped: 0, total: passed + 1 } },
    tests: new Map(Object.entries(outcomes)),
  };
}

it('compares counts and the outcome of every test, in whatever order they are named', () => {
  const run = counted({ a: 'passed', b: 'failed' });
  expect(allAgree([run, counted({ b: 'failed', a: 'passed' })])).toBe(true);
  // The counts are the same, but another test fails.
  expect(allAgree([run, run, counted({ a: 'failed', b: 'passed' })])).toBe(false);
  expect(allAgree([run, counted({ a: 'passed', b: 'failed' }, 2)])).toBe(false);
  expect(allAgree([run, { ...run, tests: undefined }])).toBe(false);
});

it('takes a run without a verdict for disturbed, even if all are', () => {
  const lost: Results[number] = {
    run: { kind: 'no-verdict', reason: 'the suite was still running after 3 s' },
    tests: undefined,
  };
  expect(allAgree([lost, lost])).toBe(false);
});
