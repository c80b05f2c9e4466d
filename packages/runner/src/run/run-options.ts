import type { ControlsLevel, Limits, Mode, PlanningLimits, Track } from '@refbench/contracts';
import type { ImageOptions } from '@refbench/env-builder';
import type { CollectionLimits } from '@refbench/repos';
import type { Engine } from '@refbench/sandbox';
import type { ModelOptions } from '../attempt/model-supply.ts';
import type { Contestant } from '../attempt/submission.ts';
import type { CatalogEntry } from '../instance/instance-catalog.ts';
import type { Judge } from '../modes/judge.ts';
import type { PromptSet } from '../modes/prompt-set.ts';
import type { Workspace } from '../workspace.ts';
import type { ProgressListener } from './progress.ts';

export interface RunRequest {
  readonly run: string;
  readonly contestants: readonly Contestant[];
  readonly entries: readonly CatalogEntry[];
  readonly track: Track;
  readonly mode: Mode;
  /** Independent attempts of each contestant at each instance; 1 when absent. */
  readonly repeats?: number;
  readonly models?: ModelOptions;
  readonly limits: { readonly agent: Limits; readonly grade: Limits };
  readonly prompts: PromptSet;
  readonly planning: PlanningLimits;
  /** Needed in multiplan. */
  readonly judge?: Judge | undefined;
}

export interface RunOptions extends RunRequest {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly build: ImageOptions;
  /**
   * Instances may still lack rules and task texts: patches that are there already are graded by their
   * tests. Never with agents: nobody pays a model for an instance that cannot be scored whole.
   */
  readonly unfinished?: boolean;
  /** Needed where an agent asks for a model. */
  readonly models?: ModelOptions;
  /** How much of the integrity checking to do. */
  readonly controls: ControlsLevel;
  /** Attempts at a time. */
  readonly parallel: number;
  /** What the images of the run may take of the disk; unbounded when left out. */
  readonly diskBytes?: number;
  /** Aborted: nothing new is started, what runs may end. */
  readonly drain: AbortSignal;
  /** Other limits than the usual ones. */
  readonly harvestLimits?: CollectionLimits;
  /** Aborted: containers are stopped. */
  readonly stop: AbortSignal;
  readonly listener: ProgressListener;
}
