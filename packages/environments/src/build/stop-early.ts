import { diagnoses, type Adjustments } from '@refbench/env-builder';
import type { RanTests } from '@refbench/suites';

/** A quicker suite is validated as a whole before anything is corrected. */
const QUICK_MS = 60_000;
/** So small a share of failing tests is not worth another build. */
const FEW_FAILING = 0.01;

/** What the first run of base is compared with. */
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
  if (run.kind !== 'counted' || durationMs < QUICK_MS) return false;
  const { passed, failed } = run.counts;
  if (failed <= FEW_FAILING * passed) return false;
  return diagnoses(log.bytes.toString('utf8'), adjustments, own, submodules).length > 0;
}
