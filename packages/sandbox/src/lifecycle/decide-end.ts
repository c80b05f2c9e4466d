import type { Limits } from '@refbench/contracts';
import type { ContainerState } from '../api/responses.ts';
import type { ContainerEnd } from '../contract/container.ts';

/** Why this package stopped a container. */
export type StopCause =
  /** The limit as it was applied, which is longer on a busy machine. */
  | { readonly kind: 'wall-clock'; readonly limitMs: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'storage' }
  | { readonly kind: 'stopped'; readonly reason: string };

/** The result of waiting for the exit. */
export type WaitResult =
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** The connection broke or the engine was restarted in between. */
  | { readonly kind: 'lost'; readonly detail: string };

/** The state of the container after the exit. */
export type Inspected =
  | { readonly kind: 'state'; readonly state: ContainerState }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreachable'; readonly detail: string };

export interface Evidence {
  /** Present if this package stopped the container before it ended. */
  readonly cause: StopCause | undefined;
  readonly wait: WaitResult;
  readonly inspected: Inspected;
  /** A signal that another client sent through the engine. */
  readonly foreignSignal: string | undefined;
  /** The engine reported an out-of-memory kill. Its flag alone can be late. */
  readonly oomEvent: boolean;
  /** The engine's event stream broke while the container ran. */
  readonly eventsLost: boolean;
  /** The size-limited file system was full. */
  readonly diskFull: boolean;
  /** The disk of the host was full, so writes may have failed below the size limit. */
  readonly hostDiskFull: boolean;
}

/** Decides how a container ended. The agent is never blamed for an end that others caused. */
export function decideEnd(evidence: Evidence, limits: Limits): ContainerEnd {
  if (evidence.cause !== undefined) return endOfCause(evidence.cause, limits);
  return interference(evidence) ?? ownEnd(evidence, limits);
}

function endOfCause(cause: StopCause, limits: Limits): ContainerEnd {
  switch (cause.kind) {
    case 'wall-clock':
      return { kind: 'timed-out', limit: 'wall-clock', limitMs: cause.limitMs };
    case 'idle':
      return { kind: 'timed-out', limit: 'idle', limitMs: limits.idle_ms ?? limits.wall_clock_ms };
    case 'storage':
      return {
        kind: 'storage-exceeded',
        limitBytes: limits.storage_bytes,
        enforcement: 'advisory',
      };
    case 'stopped':
      return { kind: 'stopped', reason: cause.reason };
    default:
      return cause satisfies never;
  }
}

/** Exit codes of a process that an engine stops: 128 + SIGTERM and 128 + SIGKILL. */
export const STOPPED_CODES: ReadonlySet<number> = new Set([137, 143]);

function interference(evidence: Evidence): ContainerEnd | undefined {
  const { wait, inspected, foreignSignal } = evidence;
  if (inspected.kind === 'unreachable') return engineGone(inspected.detail);
  if (inspected.kind === 'missing') {
    return lost('another client removed the container while it ran');
  }
  if (wait.kind === 'lost') return engineGone(wait.detail);
  const oom = inspected.state.OOMKilled || evidence.oomEvent;
  if (evidence.eventsLost && STOPPED_CODES.has(wait.exitCode) && !oom) {
    return engineGone(`the engine stopped and ended the container with ${wait.exitCode}`);
  }
  if (foreignSignal !== undefined && wait.exitCode !== 0) {
    return lost(`another client sent the container signal ${foreignSignal}`);
  }
  return undefined;
}

function ownEnd(evidence: Evidence, limits: Limits): ContainerEnd {
  const { wait, inspected } = evidence;
  const exitCode = wait.kind === 'exited' ? wait.exitCode : -1;
  const flagged = inspected.kind === 'state' && inspected.state.OOMKilled;
  const oomSeen = flagged || evidence.oomEvent;
  if (exitCode !== 0 && oomSeen) {
    return { kind: 'out-of-memory', limitBytes: limits.memory_bytes };
  }
  if (exitCode !== 0 && evidence.hostDiskFull) {
    return { kind: 'infra-failed', cause: 'disk', detail: "the host's disk ran full" };
  }
  if (exitCode !== 0 && evidence.diskFull) {
    return { kind: 'storage-exceeded', limitBytes: limits.storage_bytes, enforcement: 'kernel' };
  }
  return { kind: 'exited', exitCode, oomSeen };
}

function engineGone(detail: string): ContainerEnd {
  return { kind: 'infra-failed', cause: 'engine-gone', detail };
}

function lost(detail: string): ContainerEnd {
  return { kind: 'infra-failed', cause: 'container-lost', detail };
}
