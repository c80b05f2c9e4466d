import type { Digest, Outcome, PhaseRecord } from '@refbench/contracts';
import type { ContainerLog } from '@refbench/sandbox';
import type { ContainerTryOptions, TryResult } from '../submission/submission.ts';
import type { PhaseRequest } from './phase-request.ts';
import type { PlannedMode } from '../submission/planned-mode.ts';

/** Runs one agent in one fresh container. */
export type RunPhase = (request: PhaseRequest) => Promise<TryResult>;

export interface PlanAttemptOptions extends Omit<ContainerTryOptions, 'budgetUsd' | 'planned'> {
  readonly planned: PlannedMode;
  readonly agent: Digest;
  readonly agentName: string;
  /** Budget of the whole attempt; null if the run has no gateway to enforce it. */
  readonly budgetUsd: number | null;
}

/** Result of a phase: its product, or the end of the attempt. */
export type PhaseResult<T> =
  | { readonly kind: 'done'; readonly value: T; readonly record: PhaseRecord }
  | {
      readonly kind: 'ended';
      readonly outcome: Outcome;
      readonly reason: string;
      readonly record?: PhaseRecord;
      readonly log?: ContainerLog;
    }
  | { readonly kind: 'stopped' };
