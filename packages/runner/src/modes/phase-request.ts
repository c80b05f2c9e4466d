import type { AgentPhase, Limits, Outcome, Spending } from '@refbench/contracts';
import type { StoppedContainer } from '@refbench/sandbox';

/** A stopped container whose agent had its say; the container is still there. */
export interface PhaseEvidence {
  readonly stopped: Pick<StoppedContainer, 'readFile' | 'log' | 'durationMs'>;
  readonly outcome: Outcome;
  readonly spent: Spending | null;
}

/** One container of an attempt: what its agent is told and may use. */
export interface PhaseRequest {
  readonly phase: AgentPhase;
  readonly prompt: string;
  readonly limits: Limits;
  readonly budgetUsd: number | null;
  /** In the place of a harvest: takes what the phase left before the container goes. */
  readonly collect?: (
    evidence: PhaseEvidence,
  ) => Promise<{ readonly kind: 'none'; readonly reason: string }>;
}
