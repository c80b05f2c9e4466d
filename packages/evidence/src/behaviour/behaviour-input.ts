import type { AttemptRecord, Score, TrajectoryStep } from '@refbench/contracts';
import type { DiffFile } from '../schema/diff-view.ts';

/** What is known about an attempt. */
export interface BehaviourInput {
  /** Steps of all phases. */
  readonly steps: readonly TrajectoryStep[];
  readonly record: AttemptRecord | undefined;
  readonly score: Score | undefined;
  readonly diff: readonly DiffFile[];
}
