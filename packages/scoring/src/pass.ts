import type { Bounds, TestRun } from '@refbench/contracts';

/**
 * Returns 1 if failed <= f_max and passed >= p_min, otherwise 0. A run of the patch without a verdict
 * is always 0. Counting it as (0, 0) would let a crash pass whenever p_min is 0, and a single crashed
 * baseline run makes p_min 0.
 * Source: CodeTaste (v2), test-based evaluation.
 * @param run the test run of the patched tree
 * @param bounds the result of `bounds`
 */
export function pass(run: TestRun, bounds: Bounds): 0 | 1 {
  if (run.kind === 'no-verdict') return 0;
  return run.counts.failed <= bounds.f_max && run.counts.passed >= bounds.p_min ? 1 : 0;
}
