import type { AgentModel } from '@refbench/agents';
import type {
  AttemptUsage,
  Digest,
  Limits,
  Mode,
  Outcome,
  PackageList,
  PhaseRecord,
  Trajectory,
} from '@refbench/contracts';
import type { CollectionLimits, CollectedPatch } from '@refbench/repos';
import type { ContainerLog } from '@refbench/sandbox';
import type { ModelService } from './model-service.ts';
import type { PackageSource } from '@refbench/suites';
import type { PlannedMode } from './planned-mode.ts';
import type { GradableInstance, PreparedInstance } from '@refbench/instances';

/**
 * What an attempt produced: a patch collected from its container, a submitted patch, or nothing.
 */
export type AttemptPatch =
  | CollectedPatch
  | { readonly kind: 'given'; readonly patch: Buffer }
  | { readonly kind: 'none'; readonly reason: string };

/** Activity of a running agent. */
export type AgentActivity =
  /** Output of the agent. */
  | { readonly kind: 'output'; readonly text: string }
  /** Cost of the attempt so far, in dollars. */
  | { readonly kind: 'spent'; readonly usd: number };

/** Result of one try. `stopped`: the caller aborted it, and nothing counts. */
export type TryResult =
  | {
      readonly kind: 'ended';
      readonly outcome: Outcome;
      readonly collected: AttemptPatch;
      readonly log: ContainerLog;
      readonly durationMs: number;
      /** Absent if the agent needs no model. */
      readonly usage?: AttemptUsage;
      readonly trajectory?: Trajectory;
      readonly warnings?: readonly string[];
      /** Everything that the package door handed out. Absent if there was none. */
      readonly packages?: PackageList;
      /** Present in the modes with plans. */
      readonly phases?: readonly PhaseRecord[];
    }
  | { readonly kind: 'stopped' };

export interface TryOptions {
  readonly prepared: GradableInstance;
  readonly prompt: string;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  /** Number of the repeat, from 1. */
  readonly repeat: number;
  /**
   * Folder of the attempt on the host. The gateway writes usage.jsonl there while the agent runs.
   */
  readonly folder: string;
  /** Undefined if no agent of the run needs a model. */
  readonly modelService: ModelService | undefined;
  /** Dollars that this try may spend on its model. */
  readonly budgetUsd: number;
  /** The part of the budget that earlier attempts of the agent on the instance have spent. */
  readonly spentBeforeUsd: number;
  readonly signal: AbortSignal;
  /**
   * Aborted before `signal`: running work is finished, but patch collection has little time left.
   */
  readonly drain: AbortSignal;
  /** Replaces the default limits. */
  readonly collectionLimits?: CollectionLimits;
  readonly onCollect: () => void;
  /** Called while the agent runs, for live display. */
  readonly onActivity?: ((activity: AgentActivity) => void) | undefined;
  /** Absent in the direct mode. */
  readonly planned?: PlannedMode;
  /** Where the container gets packages from. Absent if it gets none. */
  readonly packages?: PackageSource | undefined;
}

/** Options of a try in a container. */
export type ContainerTryOptions = TryOptions & { readonly prepared: PreparedInstance };

/** The subject of a run: an agent that runs in a container, or patches that already exist. */
export interface Submission {
  readonly name: string;
  readonly version: string;
  readonly digest: Digest;
  readonly modes: readonly Mode[];
  /** True for a submission that reports show but never test. */
  readonly reference?: boolean;
  readonly model?: AgentModel;
  /** Prepares all attempts of a run. It is called once, before the first attempt. */
  install?(signal: AbortSignal): Promise<void>;
  /** Returns an existing patch. A stored attempt with another patch is out of date. */
  givenPatch?(prepared: GradableInstance): Promise<Buffer | undefined>;
  /** Whether `try` works on instances without tests, which have no image. */
  readonly needsNoContainer?: boolean;
  /** Why there is nothing to score on an instance; undefined if there is a patch. */
  absenceReason?(instance: string): string | undefined;
  try(options: TryOptions): Promise<TryResult>;
}
