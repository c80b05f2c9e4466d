import type { Adjustments, Diagnosis } from '@refbench/env-builder';
import { flakyTests } from '../calibration/flaky-tests.ts';
import type { EnvironmentCheck } from './check-environment.ts';

/** A suite with a larger share of unstable tests is not fit for a benchmark. */
const MAX_EXCLUDED_SHARE = 0.05;

/** Lists the tests whose outcome differs between two runs of one state, sorted. */
export function unstableTests(check: EnvironmentCheck | undefined): readonly string[] {
  if (check === undefined) return [];
  const ids = (['base', 'golden'] as const).flatMap((state) =>
    flakyTests(
      state,
      check.results[state].map(({ tests }) => tests),
    ).map(({ id }) => id),
  );
  return [...new Set(ids)].sort();
}

/** Proposes to count without the unstable tests, if there are only few. */
export function excludeUnstable(
  check: EnvironmentCheck | undefined,
  known: Adjustments,
): readonly Diagnosis[] {
  // Names with addresses or times differ from run to run although the counts agree.
  if (check?.failures.some(({ kind }) => kind === 'unstable') !== true) return [];
  const unstable = unstableTests(check);
  const excludedTests = [...new Set([...known.excludedTests, ...unstable])];
  const [first] = check.results.base;
  const total = first?.tests?.size ?? 0;
  if (unstable.length === 0 || excludedTests.length > total * MAX_EXCLUDED_SHARE) return [];
  const because = `the outcome of ${unstable.length} tests varies: ${unstable.slice(0, 5).join(', ')}`;
  return [{ adjustments: { ...known, excludedTests }, because }];
}
