import type { PhaseRecord, PlanningLimits } from '@refbench/contracts';
import type { Judge } from './judge.ts';
import type { AttemptFolder } from '@refbench/workspace';
import type { PromptSet } from './prompt-set.ts';

export type PhaseName = PhaseRecord['phase'];

/** Receives the start and the end of each phase. An adopted phase only has an end. */
export interface PhaseReporter {
  started(phase: PhaseName): Promise<void>;
  ended(record: PhaseRecord): Promise<void>;
}

/** Additional options of the modes with plans. */
export interface PlannedMode {
  readonly kind: 'plan' | 'multiplan';
  readonly prompts: PromptSet;
  readonly planning: PlanningLimits;
  /** Present only in multiplan. */
  readonly judge: Judge | undefined;
  /** The instructed description. Only the judge sees it. */
  readonly description: string;
  readonly own: AttemptFolder;
  /** Attempts without a result, oldest first. Their finished phases are adopted. */
  readonly earlier: readonly AttemptFolder[];
  readonly reporter: PhaseReporter;
}
