import type { Bounds, TestRun } from '@refbench/contracts';

/**
 * Computes the bounds that a patch must satisfy: p_min is the smallest number of passed tests and f_max
 * the largest number of failed tests, over all runs of base and golden on one host. As in the paper, a
 * run without a verdict counts as 0 passed and 0 failed. It makes p_min 0, so the caller must report it.
 * Source: CodeTaste (v2), test-based evaluation, k = 5.
 * @param base test runs of the base commit
 * @param golden test runs of the golden commit
 * @throws RangeError if base or golden has no run
 */
export function bounds(base: readonly TestRun[], golden: readonly TestRun[]): Bounds {
  if (base.length === 0) throw new RangeError('bounds require at least one run of base');
  if (golden.length === 0) throw new RangeError('bounds require at least one run of golden');
  const counts = [...base, ...golden].map(passedAndFailed);
  return {
    p_min: counts.reduce((least, run) => Math.min(least, run.passed), Number.POSITIVE_INFINITY),
    f_max: counts.reduce((most, run) => Math.max(most, run.failed), 0),
  };
}

function passedAndFailed(run: TestRun): { readonly passed: number; readonly failed: number } {
  return run.kind === 'counted' ? run.counts : { passed: 0, failed: 0 };
}
