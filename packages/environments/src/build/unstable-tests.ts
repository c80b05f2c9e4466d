import type { Instance } from '@refbench/contracts';
import { oneAtATime, type Adjustments, type Diagnosis } from '@refbench/env-builder';
import { excludedTests } from '../calibration/exclude-flaky-tests.ts';
import { flakyTests } from '../calibration/flaky-tests.ts';
import type { EnvironmentCheck } from '../check/check-environment.ts';

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

/**
 * Proposes what makes results repeatable: first running the tests one at a time, because tests that
 * share a folder or a port disturb each other, then counting without the few that still vary.
 */
export function stabilise(
  check: EnvironmentCheck | undefined,
  known: Adjustments,
  language: Instance['language'],
): readonly Diagnosis[] {
  // Names with addresses or times differ from run to run although the counts agree.
  if (check?.failures.some(({ kind }) => kind === 'unstable') !== true) return [];
  const unstable = unstableTests(check);
  if (unstable.length === 0) return [];
  const varies = `the outcome of ${unstable.length} tests varies: ${unstable.slice(0, 5).join(', ')}`;
  return [...serial(known, language, varies), ...exclude(check, unstable, known, varies)];
}

function serial(
  known: Adjustments,
  language: Instance['language'],
  varies: string,
): readonly Diagnosis[] {
  const variables = { ...known.variables, ...oneAtATime(language) };
  if (Object.keys(variables).length === Object.keys(known.variables).length) return [];
  const because = `${varies}; run one at a time they may not`;
  return [{ adjustments: { ...known, variables }, because }];
}

function exclude(
  { results }: EnvironmentCheck,
  unstable: readonly string[],
  known: Adjustments,
  varies: string,
): readonly Diagnosis[] {
  const all = excludedTests(known.excludedTests, unstable, results.base[0]?.tests?.size ?? 0);
  if (all === undefined) return [];
  return [
    { adjustments: { ...known, excludedTests: all }, because: `${varies}; they do not count` },
  ];
}
