import type { Bounds, TestRun } from '@refbench/contracts';

/**
 * The bounds that a patch has to keep: p_min = fewest passed, f_max = most failed, over all runs of
 * base and of golden on one host. A run without a verdict counts as 0 passed, 0 failed, as the paper
 * has it; it makes p_min 0, so the caller reports it.
 * Source: CodeTaste (v2), test-based evaluation, k = 5.
 * @throws RangeError when base or golden has no run: there is nothing to bound with
 */
export function bounds(base: readonly TestRun[], golden: readonly TestRun[]): Bounds {
  if (base.length === 0) throw new RangeError('bounds need at least one run of base');
  if (golden.length === 0) throw new RangeError('bounds need at least one run of golden');
  const counts = [...base, ...golden].map(passedAndFailed);
  return {
    p_min: counts.reduce((least, run) => Math.min(least, run.passed), Number.POSITIVE_INFINITY),
    f_max: counts.reduce((most, run) => Math.max(most, run.failed), 0),
  };
}

function passedAndFailed(run: TestRun): { readonly passed: number; readonly failed: number } {
  return run.kind === 'counted' ? run.counts : { passed: 0, failed: 0 };
}
