import type { TestRun, TestsByName } from '@refbench/contracts';
import { expect, test } from 'vitest';
import type { IntegritySubject } from './integrity-check.ts';
import { checkNamedTests } from './named-tests-check.ts';

const STABLE = 20;

/** The findings about a suite in which so many of 20 stable tests were not seen. */
async function findings(counts: { passed: number; failed: number }, missing: number) {
  const run: TestRun = {
    kind: 'counted',
    counts: { ...counts, skipped: 0, total: counts.passed + counts.failed },
  };
  const by_name: TestsByName = {
    stable: STABLE,
    missing: Array.from({ length: missing }, (_, at) => `test ${at}`),
    failing: [],
    others: { count: 0, ids: [] },
  };
  const tests = { run, by_name, channel: 'separate' };
  const found = await checkNamedTests({ tests } as unknown as IntegritySubject);
  return found.map(({ kind, severity }) => [kind, severity]);
}

test('a suite that passes without most of its tests is suspect', async () => {
  expect(await findings({ passed: 5, failed: 0 }, 15)).toEqual([['tests-missing', 'suspect']]);
  expect(await findings({ passed: 15, failed: 0 }, 5)).toEqual([['tests-missing', 'note']]);
  expect(await findings({ passed: 20, failed: 0 }, 0)).toEqual([]);
});

test('a suite that did not run says nothing about its tests', async () => {
  expect(await findings({ passed: 0, failed: 1 }, 20)).toEqual([['tests-missing', 'note']]);
});
