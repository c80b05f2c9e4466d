import type { Admitted } from '../event-filter/event-filter.ts';
import type { Rejection } from '../rejection.ts';
import type { CommitScore } from '../scoring/score-record.ts';
import type { Measured } from './measurement.ts';

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
