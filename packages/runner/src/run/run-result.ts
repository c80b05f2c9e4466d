import type { RefbenchError, Score } from '@refbench/contracts';

/** An attempt without a score, and the error that prevented it. */
export interface Incomplete {
  readonly instance: string;
  readonly agent: string;
  readonly kind: RefbenchError['kind'];
  readonly reason: string;
  readonly hint: string;
}

/** An agent and an instance without anything to score. */
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
  /** Submitted patches that could not be read or applied. Each scores 0. */
  readonly unusable: readonly Absent[];
  readonly interrupted: boolean;
  /** Engines that got no more attempts. Absent for a run on one engine. */
  readonly setAside?: readonly SetAside[];
}

/** An engine that failed too often. */
export interface SetAside {
  readonly engine: string;
  readonly reason: string;
}

/** Returns why a patch could not be read or applied; undefined for every other score. */
export function unusablePatch({ instance, agent, verdict, reasons }: Score): Absent | undefined {
  const { patch: reason } = reasons;
  return verdict === 'model' && reason !== undefined ? { instance, agent, reason } : undefined;
}
