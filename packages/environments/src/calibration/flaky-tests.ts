import type { FlakyTest, SuiteState, TestOutcomes } from '@refbench/instances';

/**
 * Finds tests whose outcome differs between runs of the same state. Runs that name no tests are
 * ignored. A test that fails in every run is broken, not flaky.
 */
export function flakyTests(
  state: SuiteState,
  runs: readonly (TestOutcomes | undefined)[],
): readonly FlakyTest[] {
  const known = runs.filter((run) => run !== undefined);
  const ids = new Set(known.flatMap((run) => [...run.keys()]));
  return [...ids]
    .map((id) => {
      const outcomes = known.map((run) => run.get(id));
      const count = (wanted: string | undefined): number =>
        outcomes.filter((outcome) => outcome === wanted).length;
      return {
        id,
        state,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        absent: count(undefined),
      };
    })
    .filter(
      ({ passed, failed, skipped, absent }) =>
        Math.max(passed, failed, skipped, absent) < known.length,
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
