import type { ControlsLevel, JournalEvent, Limits } from '@refbench/contracts';
import type { Journal } from '@refbench/files';
import type { CollectionLimits } from '@refbench/repos';
import type { GradingGround } from '../grade/grading-context.ts';
import type { PlannedMode } from '../modes/planned-mode.ts';
import type { AttemptPhase } from '../run/progress.ts';
import type { ModelSupply } from './model-supply.ts';
import type { AgentActivity, Contestant } from './submission.ts';

export interface AttemptOptions {
  readonly ground: GradingGround;
  readonly contestant: Contestant;
  readonly prompt: string;
  /** Absent in the direct mode. */
  readonly planned?: Omit<PlannedMode, 'own' | 'earlier' | 'reporter'>;
  readonly limits: { readonly agent: Limits; readonly grade: Limits };
  readonly controls: ControlsLevel;
  readonly supply: ModelSupply | undefined;
  /** What one attempt may spend on its model. */
  readonly budgetUsd: number;
  readonly run: string;
  /** Which of the run's independent attempts this is, from 1. */
  readonly repeat: number;
  /** `<run>/<instance>/<agent>`, or the folder of the repeat in it. */
  readonly agentFolder: string;
  readonly journal: Journal<JournalEvent>;
  /** Aborted: the container is stopped, and what is not written yet is lost. */
  readonly stop: AbortSignal;
  /** Aborted: what runs is finished, but a harvest has only a short while left. */
  readonly drain: AbortSignal;
  /** Other limits than the usual ones. */
  readonly harvestLimits?: CollectionLimits;
  readonly onPhase: (attempt: number, phase: AttemptPhase) => void;
  readonly onActivity?: (attempt: number, activity: AgentActivity) => void;
}
