import type {
  BaselineMode,
  ControlsLevel,
  Limits,
  Mode,
  PackagesSetting,
  PlanningLimits,
  Track,
} from '@refbench/contracts';
import type { ImageOptions } from '@refbench/env-builder';
import type { CollectionLimits } from '@refbench/repos';
import type { Engine } from '@refbench/sandbox';
import type { ModelOptions } from '../submission/model-service.ts';
import type { Submission } from '../submission/submission.ts';
import type { CatalogEntry } from '@refbench/instances';
import type { Judge } from '../submission/judge.ts';
import type { Incomplete } from './run-result.ts';
import type { RunControl } from './run-control.ts';
import type { PromptSet } from '../submission/prompt-set.ts';
import type { PhaseEstimates } from '../dry-run/phase-estimates.ts';
import type { ProgressListener, Workspace } from '@refbench/workspace';

/** One of the independent attempts of a run. */
export interface RunCell {
  readonly instance: string;
  readonly agent: string;
  /** Number of the repeat, from 1. */
  readonly repeat: number;
}

/** Attempts that become known while the run goes on. */
export interface RunCells {
  readonly source: AsyncIterable<RunCell>;
  /** Called after each attempt. `incomplete`: why it has no score. */
  readonly ended: (incomplete: Incomplete | undefined) => void;
}

export interface RunRequest {
  readonly run: string;
  readonly submissions: readonly Submission[];
  readonly entries: readonly CatalogEntry[];
  readonly track: Track;
  readonly mode: Mode;
  /** Repeats of each submission on each instance. Defaults to 1. */
  readonly repeats?: number;
  readonly models?: ModelOptions;
  readonly limits: { readonly agent: Limits; readonly grade: Limits };
  readonly prompts: PromptSet;
  readonly planning: PlanningLimits;
  /** Overrides what the instances say about packages for agents. */
  readonly packages?: PackagesSetting | undefined;
  /** Required in multiplan. */
  readonly judge?: Judge | undefined;
}

export interface RunOptions extends RunRequest {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly build: ImageOptions;
  /**
   * Whether instances may lack rules and task texts. Existing patches can still be graded by their
   * tests. Never set with agents: model calls on an instance that cannot be fully scored would be
   * wasted.
   */
  readonly unfinished?: boolean;
  /** Required if an agent needs a model. */
  readonly models?: ModelOptions;
  /** Level of integrity checks. */
  readonly controls: ControlsLevel;
  /** When an instance without a baseline on this host is calibrated. Defaults to `host`. */
  readonly baseline?: BaselineMode;
  /** Runs of base and of golden that a baseline needs. Defaults to `BASELINE_RUNS`. */
  readonly baselineRuns?: number;
  /** Estimates of the phases, for the viewers. */
  readonly expected?: PhaseEstimates;
  /** What refbench ctl asks for. */
  readonly control?: Pick<RunControl, 'untilResumed' | 'takeRetry'>;
  readonly say?: (message: string) => void;
  /** The attempts that this process makes, one after the other. Defaults to all of the run. */
  readonly cells?: RunCells;
  /** Number of concurrent attempts. */
  readonly parallel: number;
  /** Disk space for the images of the run. Unlimited if absent. */
  readonly diskBytes?: number;
  /** When aborted, running attempts are finished and no new ones start. */
  readonly drain: AbortSignal;
  /** Replaces the default limits. */
  readonly collectionLimits?: CollectionLimits;
  /** When aborted, containers are stopped. */
  readonly stop: AbortSignal;
  readonly listener: ProgressListener;
}
