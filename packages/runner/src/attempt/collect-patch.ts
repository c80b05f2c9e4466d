import type { Outcome } from '@refbench/contracts';
import {
  COLLECTION_LIMITS,
  collectPatch,
  openIgnoreRules,
  type CollectionLimits,
} from '@refbench/repos';
import type { StoppedContainer } from '@refbench/sandbox';
import { TESTBED } from '../container-paths.ts';
import type { Harvest } from './submission.ts';
import type { PreparedInstance } from '../instance/prepared-instance.ts';

/** How long a harvest goes on when somebody asks the run to end: most are through by then. */
const GRACE_MS = 1_000;

export interface HarvestRequest {
  readonly prepared: Pick<PreparedInstance, 'repository' | 'instance'>;
  readonly stopped: StoppedContainer;
  /** The first wish to end: the harvest has a short while left. */
  readonly drain: AbortSignal;
  /** Ends the harvest at once. */
  readonly stop: AbortSignal;
  readonly limits?: CollectionLimits;
}

/** What an agent left in its container; `stopped` where one of the signals came first. */
export async function harvestContainer(
  request: HarvestRequest,
): Promise<Harvest | { readonly kind: 'stopped' }> {
  const { prepared, stopped, drain, stop, limits = COLLECTION_LIMITS } = request;
  using patience = patienceOf(drain);
  const signal = AbortSignal.any([stop, patience.signal]);
  try {
    await using folder = await stopped.openFolder(TESTBED);
    await using ignored = await openIgnoreRules(prepared.repository, prepared.instance.base);
    return await collectPatch({
      source:
        folder === undefined
          ? { kind: 'archive', open: () => stopped.getArchive(TESTBED) }
          : { kind: 'folder', path: folder.path },
      repository: prepared.repository,
      base: prepared.instance.base,
      ignored,
      limits,
      signal,
    });
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    throw error;
  }
}

/** A tree that cannot be read within the limits is how the attempt ended, whatever the agent did before. */
export function outcomeAfter(
  outcome: Outcome,
  harvest: Harvest,
  limits: CollectionLimits = COLLECTION_LIMITS,
): Outcome {
  if (harvest.kind !== 'rejected' || outcome.kind === 'infra-failed') return outcome;
  if (harvest.stage === 'entries') {
    return { kind: 'harvest-exceeded', limit: 'entries', limit_value: limits.entries };
  }
  if (harvest.stage !== 'time') return outcome;
  return { kind: 'harvest-exceeded', limit: 'time', limit_value: limits.ms };
}

/** Fires a while after the other signal, where that comes now. */
function patienceOf(drain: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onDrain = (): void => {
    timer = setTimeout(() => controller.abort(drain.reason), GRACE_MS);
  };
  // Asked before, the harvest is part of what is finished.
  drain.addEventListener('abort', onDrain);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      drain.removeEventListener('abort', onDrain);
      clearTimeout(timer);
    },
  };
}
