import type { AgentPhase, AttemptUsage, Limits, Outcome, Trajectory } from '@refbench/contracts';
import type { StoppedContainer } from '@refbench/sandbox';

/** A stopped container whose agent has ended. The container still exists. */
export interface PhaseEvidence {
  readonly stopped: Pick<StoppedContainer, 'readFile' | 'log' | 'durationMs'>;
  readonly outcome: Outcome;
  /** Absent if nothing was metered. */
  readonly usage?: AttemptUsage;
  readonly trajectory?: Trajectory;
}

/** Prompt, limits and budget of one container of an attempt. */
export interface PhaseRequest {
  readonly phase: AgentPhase;
  readonly prompt: string;
  readonly limits: Limits;
  /** Null if nothing is metered. */
  readonly budgetUsd: number | null;
  /** Folder on the host for usage.jsonl of the phase. */
  readonly folder: string;
  /** Replaces patch collection: reads the files of the phase before the container is removed. */
  readonly collect?: (
    evidence: PhaseEvidence,
  ) => Promise<{ readonly kind: 'none'; readonly reason: string }>;
}
