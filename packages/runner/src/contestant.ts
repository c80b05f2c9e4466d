import type { Agent } from '@refbench/agents';
import type { Digest, Limits, Mode, Outcome, PhaseRecord, Spending } from '@refbench/contracts';
import type { HarvestResult } from '@refbench/repos';
import type { ContainerLog } from '@refbench/sandbox';
import { infer } from './infer.ts';
import { planAttempt } from './modes/plan-attempt.ts';
import type { PlannedMode } from './modes/planned-mode.ts';
import type { PreparedInstance } from './prepared-instance.ts';

/** What an attempt left: a harvest of its container, a patch that was given, or nothing. */
export type Harvest =
  | HarvestResult
  | { readonly kind: 'given'; readonly patch: Buffer }
  | { readonly kind: 'none'; readonly reason: string };

/** One try: how it ended and what it left. `stopped`: the caller's signal; nothing counts. */
export type TryResult =
  | {
      readonly kind: 'ended';
      readonly outcome: Outcome;
      readonly harvest: Harvest;
      readonly log: ContainerLog;
      readonly durationMs: number;
      /** By the provider's usage; null where nothing was metered. */
      readonly spent: Spending | null;
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
  readonly signal: AbortSignal;
  readonly onHarvest: () => void;
  /** Dollars for the whole attempt; null where the agent needs no model. */
  readonly budgetUsd: number | null;
  /** Absent in the direct mode. */
  readonly planned?: PlannedMode;
}

/** What is scored in a run: an agent that works in a container, or patches that somebody made. */
export interface Contestant {
  readonly name: string;
  readonly version: string;
  readonly digest: Digest;
  readonly modes: readonly Mode[];
  /** Patches that are there already: a stored attempt with another patch is out of date. */
  givenPatch?(prepared: PreparedInstance): Promise<Buffer | undefined>;
  try(options: TryOptions): Promise<TryResult>;
}

/** An agent, run in its container. */
export function agentContestant(agent: Agent): Contestant {
  const { name, version, digest, modes } = agent;
  return {
    name,
    version,
    digest,
    modes,
    async try(options) {
      const { planned } = options;
      if (planned === undefined) return await infer({ ...options, agent, phase: 'direct' });
      return await planAttempt({ ...options, planned, agent: digest }, (request) =>
        infer({ ...options, ...request, agent }),
      );
    },
  };
}
