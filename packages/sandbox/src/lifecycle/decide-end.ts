import type { Limits } from '@refbench/contracts';
import type { ContainerState } from '../api/answers.ts';
import type { ContainerEnd } from '../container.ts';

/** Why we stopped a container ourselves; the first one is the cause. */
export type StopCause =
  | { readonly kind: 'wall-clock' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'storage' }
  | { readonly kind: 'stopped'; readonly reason: string };

/** How the engine's wait ended. */
export type WaitResult =
  | { readonly kind: 'exited'; readonly exitCode: number }
  /** The connection broke or the engine was restarted in between. */
  | { readonly kind: 'lost'; readonly detail: string };

/** What the engine says of the container afterwards. */
export type Inspected =
  | { readonly kind: 'state'; readonly state: ContainerState }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreachable'; readonly detail: string };

export interface Evidence {
  /** Ours, if it came before the end. */
  readonly cause: StopCause | undefined;
  readonly wait: WaitResult;
  readonly inspected: Inspected;
  /** A signal that somebody else had the engine send, from the engine's events. */
  readonly foreignSignal: string | undefined;
  /** The engine reported a kill for memory; its flag alone can come too late. */
  readonly oomEvent: boolean;
  /** The engine's event stream broke while the container ran. */
  readonly eventsLost: boolean;
  /** The capped file system had no room left. */
  readonly diskFull: boolean;
  /** The host's own disk had no room left, so a write inside may have failed below its cap. */
  readonly hostDiskFull: boolean;
}

/** Tells how a container ended. An end that the engine or a third party made is never the agent's. */
export function decideEnd(evidence: Evidence, limits: Limits): ContainerEnd {
  if (evidence.cause !== undefined) return endOfCause(evidence.cause, limits);
  return interference(evidence) ?? ownEnd(evidence, limits);
}

function endOfCause(cause: StopCause, limits: Limits): ContainerEnd {
  switch (cause.kind) {
    case 'wall-clock':
      return { kind: 'timed-out', limit: 'wall-clock', limitMs: limits.wall_clock_ms };
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

/** 128 + SIGTERM and 128 + SIGKILL: what a process that an engine stops ends with. */
const STOPPED_CODES = new Set([137, 143]);

function interference(evidence: Evidence): ContainerEnd | undefined {
  const { wait, inspected, foreignSignal } = evidence;
  if (inspected.kind === 'unreachable') return engineGone(inspected.detail);
  if (inspected.kind === 'missing') {
    return lost('the container was removed by somebody else while it ran');
  }
  if (wait.kind === 'lost') return engineGone(wait.detail);
  const oom = inspected.state.OOMKilled || evidence.oomEvent;
  if (evidence.eventsLost && STOPPED_CODES.has(wait.exitCode) && !oom) {
    return engineGone(`the engine stopped and ended the container with ${wait.exitCode}`);
  }
  if (foreignSignal !== undefined && wait.exitCode !== 0) {
    return lost(`somebody else sent the container signal ${foreignSignal}`);
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
