import type { AgentModel } from '@refbench/agents';
import type {
  AttemptUsage,
  Digest,
  Limits,
  Mode,
  Outcome,
  PhaseRecord,
  Trajectory,
} from '@refbench/contracts';
import type { CollectionLimits, CollectedPatch } from '@refbench/repos';
import type { ContainerLog } from '@refbench/sandbox';
import type { ModelSupply } from './model-supply.ts';
import type { PlannedMode } from '../modes/planned-mode.ts';
import type { PreparedInstance } from '../instance/prepared-instance.ts';

/** What an attempt left: a harvest of its container, a patch that was given, or nothing. */
export type Harvest =
  | CollectedPatch
  | { readonly kind: 'given'; readonly patch: Buffer }
  | { readonly kind: 'none'; readonly reason: string };

/** What can be seen of an agent at work. */
export type AgentActivity =
  /** Text that it wrote, as it came. */
  | { readonly kind: 'output'; readonly text: string }
  /** Dollars that the attempt has cost so far. */
  | { readonly kind: 'spent'; readonly usd: number };

/** One try: how it ended and what it left. `stopped`: the caller's signal; nothing counts. */
export type TryResult =
  | {
      readonly kind: 'ended';
      readonly outcome: Outcome;
      readonly harvest: Harvest;
      readonly log: ContainerLog;
      readonly durationMs: number;
      /** Absent where the agent needs no model. */
      readonly usage?: AttemptUsage;
      readonly trajectory?: Trajectory;
      readonly warnings?: readonly string[];
      /** In the modes with plans. */
      readonly phases?: readonly PhaseRecord[];
    }
  | { readonly kind: 'stopped' };

export interface TryOptions {
  readonly prepared: PreparedInstance;
  readonly prompt: string;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  /** Which of the run's independent attempts this is, from 1. */
  readonly repeat: number;
  /** The attempt's own folder on the host; usage.jsonl is written into it while the agent works. */
  readonly folder: string;
  /** Undefined where no agent of the run needs a model. */
  readonly supply: ModelSupply | undefined;
  /** What this try may spend on its model. */
  readonly budgetUsd: number;
  /** What earlier attempts of the same agent on the same instance have spent of it. */
  readonly spentBeforeUsd: number;
  readonly signal: AbortSignal;
  /** Aborted before `signal`: what runs is finished, but no harvest goes on for long. */
  readonly drain: AbortSignal;
  /** Other limits than the usual ones. */
  readonly harvestLimits?: CollectionLimits;
  readonly onHarvest: () => void;
  /** Told while the agent works; for people who watch. */
  readonly onActivity?: ((activity: AgentActivity) => void) | undefined;
  /** Absent in the direct mode. */
  readonly planned?: PlannedMode;
}

/** What is scored in a run: an agent that works in a container, or patches that somebody made. */
export interface Contestant {
  readonly name: string;
  readonly version: string;
  readonly digest: Digest;
  readonly modes: readonly Mode[];
  /** True for one that reports show and never test. */
  readonly reference?: boolean;
  readonly model?: AgentModel;
  /** Gets ready for all attempts of a run; never inside one. */
  install?(signal: AbortSignal): Promise<void>;
  /** Patches that are there already: a stored attempt with another patch is out of date. */
  givenPatch?(prepared: PreparedInstance): Promise<Buffer | undefined>;
  /** Why there is nothing to score on an instance; undefined where there is something. */
  absentOn?(instance: string): string | undefined;
  try(options: TryOptions): Promise<TryResult>;
}
