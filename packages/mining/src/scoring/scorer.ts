import type { Admitted } from '../event-filter/event-filter.ts';
import type { Rejection } from '../commit/rejection.ts';
import type { CommitScore } from './score-record.ts';
import type { Measured } from '../diff-filter/measurement.ts';

/** A commit that the first two stages kept. */
export interface RankedCommit {
  readonly finding: Admitted;
  readonly measured: Measured;
  readonly measures: Measured['measures'];
}

export interface Scored {
  readonly scored: readonly { readonly rankedCommit: RankedCommit; readonly score: CommitScore }[];
  readonly rejected: readonly { readonly rankedCommit: RankedCommit; readonly why: Rejection }[];
}

/** The third stage. It scores commits and may reject some. */
export type Scorer = (commits: readonly RankedCommit[]) => Promise<Scored>;
