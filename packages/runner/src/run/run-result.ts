import type { RefbenchError, Score } from '@refbench/contracts';

/** An attempt without a score, and the kind of error that kept it from one. */
export interface Incomplete {
  readonly instance: string;
  readonly agent: string;
  readonly kind: RefbenchError['kind'];
  readonly reason: string;
  readonly hint: string;
}

/** A pair of agent and instance that there is nothing to score of. */
export interface Absent {
  readonly instance: string;
  readonly agent: string;
  readonly reason: string;
}

export interface RunResult {
  readonly run: string;
  readonly folder: string;
  readonly scores: readonly Score[];
  readonly incomplete: readonly Incomplete[];
  readonly absent: readonly Absent[];
  /** Given patches that could not be read or applied; each has a score of 0. */
  readonly unusable: readonly Absent[];
  readonly interrupted: boolean;
}

/** A patch that could not be read or applied, and scores 0 for that; undefined for all others. */
export function unusablePatch({ instance, agent, verdict, reasons }: Score): Absent | undefined {
  const { patch: reason } = reasons;
  return verdict === 'model' && reason !== undefined ? { instance, agent, reason } : undefined;
}
