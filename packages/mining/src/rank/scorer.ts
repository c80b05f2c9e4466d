import type { Admitted } from '../first/first-stage.ts';
import type { Rejection } from '../rejection.ts';
import type { CommitScore } from '../third/score-record.ts';
import type { Measured } from './measurement.ts';

/** A commit that the first two stages kept. */
export interface RankingCandidate {
  readonly finding: Admitted;
  readonly measured: Measured;
  readonly measures: Measured['measures'];
}

interface Scored {
  readonly scored: readonly { readonly candidate: RankingCandidate; readonly score: CommitScore }[];
  readonly rejected: readonly { readonly candidate: RankingCandidate; readonly why: Rejection }[];
}

/** The third stage: gives scores, and may drop on the way. */
export type Scorer = (candidates: readonly RankingCandidate[]) => Promise<Scored>;
