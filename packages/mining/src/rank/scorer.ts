import type { Admitted } from '../first/first-stage.ts';
import type { Rejection } from '../rejection.ts';
import type { CommitScore } from '../third/score-record.ts';
import type { Measured } from './measurement.ts';

/** A commit that the first two stages kept. */
export interface Contestant {
  readonly finding: Admitted;
  readonly measured: Measured;
  readonly measures: Measured['measures'];
}

interface Scored {
  readonly scored: readonly { readonly contestant: Contestant; readonly score: CommitScore }[];
  readonly rejected: readonly { readonly contestant: Contestant; readonly why: Rejection }[];
}

/** The third stage: gives scores, and may drop on the way. */
export type Scorer = (contestants: readonly Contestant[]) => Promise<Scored>;
