import type { Bounds, TestRun } from '@refbench/contracts';

/**
 * 1 when failed <= f_max and passed >= p_min, else 0.
 * A patch's run without a verdict is always 0. Taken as (0, 0) it would keep bounds whose p_min is 0,
 * which one crashed baseline run is enough to make: a crash must not be the way to pass.
 */
export function pass(run: TestRun, bounds: Bounds): 0 | 1 {
  if (run.kind === 'no-verdict') return 0;
  return run.counts.failed <= bounds.f_max && run.counts.passed >= bounds.p_min ? 1 : 0;
}
