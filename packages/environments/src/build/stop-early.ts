import type { TestCounts } from '@refbench/contracts';
import { diagnoses, type Adjustments } from '@refbench/env-builder';
import { LONG_SUITE_MS } from '@refbench/instances';
import type { RanTests } from '@refbench/suites';

/** So small a share of failing tests of a long suite is not worth another build. */
const FEW_FAILING = 0.01;

export function failFew({ passed, failed }: Pick<TestCounts, 'passed' | 'failed'>): boolean {
  return failed <= FEW_FAILING * passed;
}

/** What decides whether the log of a suite has a known fix. */
export interface Improvable {
  /** The adjustments of the recipe that runs. */
  readonly adjustments: Adjustments;
  /** Names that the tree itself defines. */
  readonly own: ReadonlySet<string>;
  readonly submodules: readonly string[];
}

/**
 * Whether the first run of a long suite already shows a failure with a known fix. Three more runs would only show
 * it again.
 */
export function showsKnownFailure(
  { run, durationMs, log }: Pick<RanTests, 'run' | 'durationMs' | 'log'>,
  { adjustments, own, submodules }: Improvable,
): boolean {
  if (run.kind !== 'counted' || durationMs < LONG_SUITE_MS || failFew(run.counts)) return false;
  return diagnoses(log.bytes.toString('utf8'), adjustments, own, submodules).length > 0;
}
