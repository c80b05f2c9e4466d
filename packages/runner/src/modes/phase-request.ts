import type { AgentPhase, AttemptUsage, Limits, Outcome, Trajectory } from '@refbench/contracts';
import type { StoppedContainer } from '@refbench/sandbox';

/** A stopped container whose agent had its say; the container is still there. */
export interface PhaseEvidence {
  readonly stopped: Pick<StoppedContainer, 'readFile' | 'log' | 'durationMs'>;
  readonly outcome: Outcome;
  /** Absent where nothing was metered. */
  readonly usage?: AttemptUsage;
  readonly trajectory?: Trajectory;
}

/** One container of an attempt: what its agent is told and may use. */
export interface PhaseRequest {
  readonly phase: AgentPhase;
  readonly prompt: string;
  readonly limits: Limits;
  /** Null where nothing is metered. */
  readonly budgetUsd: number | null;
  /** On the host; the phase's usage.jsonl is written into it. */
  readonly folder: string;
  /** In the place of a harvest: takes what the phase left before the container goes. */
  readonly collect?: (
    evidence: PhaseEvidence,
  ) => Promise<{ readonly kind: 'none'; readonly reason: string }>;
}
