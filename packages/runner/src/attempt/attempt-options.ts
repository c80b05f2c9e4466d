import type { ControlsLevel, JournalEvent, Limits, PackagesSetting } from '@refbench/contracts';
import type { Journal } from '@refbench/base';
import type { CollectionLimits } from '@refbench/repos';
import type { GradingContext } from '@refbench/grading';
import type { PlannedMode } from '../submission/planned-mode.ts';
import type { AttemptPhase } from '@refbench/workspace';
import type { ModelService } from '../submission/model-service.ts';
import type { AgentActivity, Submission } from '../submission/submission.ts';

export interface AttemptOptions {
  readonly context: GradingContext;
  /** The context at the time of grading, when the baseline of this host may have become complete. */
  readonly latest?: () => Promise<GradingContext>;
  readonly submission: Submission;
  readonly prompt: string;
  /** Absent in the direct mode. */
  readonly planned?: Omit<PlannedMode, 'own' | 'earlier' | 'reporter'>;
  readonly limits: { readonly agent: Limits; readonly grade: Limits };
  readonly controls: ControlsLevel;
  /** Whether the container of the agent gets packages. */
  readonly packages: PackagesSetting;
  readonly modelService: ModelService | undefined;
  /** Dollars that one attempt may spend on its model. */
  readonly budgetUsd: number;
  readonly run: string;
  /** Number of the repeat, from 1. */
  readonly repeat: number;
  /** `<run>/<instance>/<agent>`, or the folder of a repeat below it. */
  readonly agentFolder: string;
  readonly journal: Journal<JournalEvent>;
  /** When aborted, the container is stopped and unwritten results are lost. */
  readonly stop: AbortSignal;
  /** When aborted, running work is finished, but patch collection has little time left. */
  readonly drain: AbortSignal;
  /** Replaces the default limits. */
  readonly collectionLimits?: CollectionLimits;
  readonly onPhase: (attempt: number, phase: AttemptPhase) => void;
  readonly onActivity?: (attempt: number, activity: AgentActivity) => void;
}
