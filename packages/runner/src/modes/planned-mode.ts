import type { Digest, Outcome, PhaseRecord, PlanningLimits } from '@refbench/contracts';
import type { ContainerLog } from '@refbench/sandbox';
import type { TryOptions, TryResult } from '../contestant.ts';
import type { Judge } from './judge.ts';
import type { AttemptFolder } from './phase-files.ts';
import type { PhaseRequest } from './phase-request.ts';
import type { PromptSet } from './prompt-set.ts';

export type PhaseName = PhaseRecord['phase'];

/** Told as phases begin and end; a phase that was taken over only ends. */
export interface PhaseReporter {
  started(phase: PhaseName): Promise<void>;
  ended(record: PhaseRecord): Promise<void>;
}

/** What the modes with plans need beside what the direct mode needs. */
export interface PlannedMode {
  readonly kind: 'plan' | 'multiplan';
  readonly prompts: PromptSet;
  readonly planning: PlanningLimits;
  /** Only multiplan has one. */
  readonly judge: Judge | undefined;
  /** The instructed description, for the judge alone. */
  readonly description: string;
  readonly own: AttemptFolder;
  /** Attempts that came to no result, oldest first: what they have paid for is taken up again. */
  readonly earlier: readonly AttemptFolder[];
  readonly reporter: PhaseReporter;
}

/** Runs one agent in one fresh container. */
export type RunPhase = (request: PhaseRequest) => Promise<TryResult>;

export interface PlanAttemptOptions extends Omit<TryOptions, 'budgetUsd' | 'planned'> {
  readonly planned: PlannedMode;
  readonly agent: Digest;
  readonly agentName: string;
  /** For the whole attempt; null where the run has no gateway that could hold it. */
  readonly budgetUsd: number | null;
}

/** How a phase went: its product, or the end of the attempt. */
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
