import type { PhaseRecord, PlanningLimits } from '@refbench/contracts';
import type { Judge } from './judge.ts';
import type { AttemptFolder } from './phase-files.ts';
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
