import type { Outcome } from '@refbench/contracts';
import {
  COLLECTION_LIMITS,
  collectPatch,
  openIgnoreRules,
  type CollectionLimits,
} from '@refbench/repos';
import type { StoppedContainer } from '@refbench/sandbox';
import { TESTBED } from '@refbench/workspace';
import type { AttemptPatch } from '../submission/submission.ts';
import type { PreparedInstance } from '@refbench/instances';

/** Time left for collection after a request to end the run. Most collections need less. */
const GRACE_MS = 1_000;

export interface CollectionRequest {
  readonly prepared: Pick<PreparedInstance, 'repository' | 'instance'>;
  readonly stopped: StoppedContainer;
  /** When aborted, collection has a short grace period. */
  readonly drain: AbortSignal;
  /** When aborted, collection ends at once. */
  readonly stop: AbortSignal;
  readonly limits?: CollectionLimits;
}

/**
 * Collects the patch from a stopped container. Returns `stopped` if a signal ended the collection.
 */
export async function collectFromContainer(
  request: CollectionRequest,
): Promise<AttemptPatch | { readonly kind: 'stopped' }> {
  const { prepared, stopped, drain, stop, limits = COLLECTION_LIMITS } = request;
  using patience = gracePeriod(drain);
  const signal = AbortSignal.any([stop, patience.signal]);
  try {
    await using folder = await stopped.openFolder(TESTBED);
    const { base, environment } = prepared.instance;
    await using ignored = await openIgnoreRules(prepared.repository, base, environment.ignored);
    return await collectPatch({
      source:
        folder === undefined
          ? { kind: 'archive', open: () => stopped.getArchive(TESTBED) }
          : { kind: 'folder', path: folder.path },
      repository: prepared.repository,
      base,
      ignored,
      limits,
      signal,
    });
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    throw error;
  }
}

/** Returns the final outcome: a tree that exceeds the limits overrides how the agent ended. */
export function outcomeAfter(
  outcome: Outcome,
  collected: AttemptPatch,
  limits: CollectionLimits = COLLECTION_LIMITS,
): Outcome {
  if (collected.kind !== 'rejected' || outcome.kind === 'infra-failed') return outcome;
  if (collected.stage === 'entries') {
    return { kind: 'harvest-exceeded', limit: 'entries', limit_value: limits.entries };
  }
  if (collected.stage !== 'time') return outcome;
  return { kind: 'harvest-exceeded', limit: 'time', limit_value: limits.ms };
}

/** Aborts a grace period after the other signal, if that signal is aborted from now on. */
function gracePeriod(drain: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onDrain = (): void => {
    timer = setTimeout(() => controller.abort(drain.reason), GRACE_MS);
  };
  // If the run was already ending, collection is part of the work to finish.
  drain.addEventListener('abort', onDrain);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      drain.removeEventListener('abort', onDrain);
      clearTimeout(timer);
    },
  };
}
