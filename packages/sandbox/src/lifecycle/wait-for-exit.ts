import { setTimeout as sleep } from 'node:timers/promises';
import { logOf, errorText } from '@refbench/base';
import { stateResponse } from '../api/responses.ts';
import { isNotFound } from '../api/engine-api-error.ts';
import type { ContainerHandle } from './container-handle.ts';
import {
  decideEnd,
  STOPPED_CODES,
  type Evidence,
  type Inspected,
  type WaitResult,
} from './decide-end.ts';
import type { Output } from './output.ts';
import { ProcessorMeter } from './processor-meter.ts';
import { StoppedHandle } from './stopped-container.ts';
import { Stopper } from './stopper.ts';
import { openWait } from './wait-request.ts';
import { watchLimits } from './watch-limits.ts';

const containers = logOf('container');

/** The engine answers when it has released what the container used, which takes a busy one its time. */
const INSPECT_TIMEOUT_MS = 60_000;
/** A busy engine hands over the last output some time after the exit. */
const LAST_OUTPUT_SILENT_MS = 10_000;
const LAST_OUTPUT_MS = 60_000;
/** The engine still lists a container while it removes it. */
const REMOVAL_MS = 2_000;
const REMOVAL_POLL_MS = 50;
const LATE_REASON_MS = 3_000;

export interface Started {
  readonly handle: ContainerHandle;
  readonly output: Output;
  readonly wait: Promise<WaitResult>;
  /** `EventWatch.breakCount` before the start. */
  readonly eventBreaks: number;
  readonly signal: AbortSignal | undefined;
}

/** Waits for the exit of a started container. Never rejects because of the container. */
export async function waitForExit(started: Started): Promise<StoppedHandle> {
  const { handle, output, signal } = started;
  const begin = performance.now();
  const abandoned = deferred();
  const stopper = new Stopper(handle, abandoned.resolve);
  const abort = (): void => {
    stopper.trip({ kind: 'stopped', reason: errorText(signal?.reason) });
  };
  const dispose = (): void => {
    stopper.trip({ kind: 'stopped', reason: 'disposed' });
    abandoned.resolve();
  };
  signal?.addEventListener('abort', abort, { once: true });
  handle.disposed.addEventListener('abort', dispose, { once: true });
  let wait: WaitResult;
  let processorMs: number | undefined;
  {
    using meter = isMeasured(handle) ? new ProcessorMeter(handle) : undefined;
    using _limits = watchLimits(handle, output, stopper);
    if (signal?.aborted === true) abort();
    wait = await Promise.race([untilExit(handle, started.wait), abandoned.promise]);
    processorMs = meter?.usedMs;
  }
  const durationMs = Math.round(performance.now() - begin);
  stopper.close();
  signal?.removeEventListener('abort', abort);
  handle.disposed.removeEventListener('abort', dispose);
  const [log, evidence] = await Promise.all([
    output.close(LAST_OUTPUT_SILENT_MS, LAST_OUTPUT_MS),
    gather(started, wait, stopper),
  ]);
  const end = decideEnd(evidence, handle.spec.limits);
  containers.debug({ name: handle.name, durationMs, end }, 'container has ended');
  return new StoppedHandle(handle, { end, log, durationMs, processorMs });
}

/** What builds and tests cost is told to whoever waits for them. */
function isMeasured({ spec: { profile } }: ContainerHandle): boolean {
  return profile === 'build' || profile === 'grade';
}

/** A broken connection is not the end of the container: with live-restore, it survives the daemon. */
async function untilExit(handle: ContainerHandle, first: Promise<WaitResult>): Promise<WaitResult> {
  let result = await first;
  for (let again = 0; result.kind === 'lost' && again < 3; again += 1) {
    const inspected = await inspect(handle);
    if (inspected.kind !== 'state' || !inspected.state.Running) return result;
    const wait = await openWait(handle.api, handle.id, 'not-running').catch(() => undefined);
    if (wait === undefined) return result;
    result = await wait.result;
  }
  return result;
}

async function gather(started: Started, wait: WaitResult, stopper: Stopper): Promise<Evidence> {
  const { handle } = started;
  const { cause } = stopper;
  const [inspected, disk] = await Promise.all([
    inspect(handle),
    handle.storage.diskUse().catch(() => undefined),
  ]);
  if (cause === undefined) await lateReason(handle, wait, inspected);
  const signals = cause === undefined ? handle.events.signalsTo(handle.id) : [];
  const killed = signals.at(-1);
  return {
    cause,
    wait,
    inspected: killed === undefined ? inspected : await afterRemoval(handle, inspected),
    foreignSignal: killed,
    oomEvent: handle.events.oomIn(handle.id),
    eventsLost: handle.events.breakCount > started.eventBreaks,
    diskFull: disk?.full ?? false,
    hostDiskFull: disk?.hostFull ?? false,
  };
}

/** The engine may report after the exit why it ended a container, a busy one seconds later. */
async function lateReason(
  handle: ContainerHandle,
  wait: WaitResult,
  inspected: Inspected,
): Promise<void> {
  if (wait.kind !== 'exited' || !STOPPED_CODES.has(wait.exitCode)) return;
  if (inspected.kind !== 'state' || inspected.state.OOMKilled) return;
  const until = performance.now() + LATE_REASON_MS;
  const { events, id } = handle;
  while (!events.oomIn(id) && events.signalsTo(id).length === 0 && performance.now() < until) {
    await sleep(REMOVAL_POLL_MS);
  }
}

/** Another client killed the container. Checks whether it also removes it. */
async function afterRemoval(handle: ContainerHandle, first: Inspected): Promise<Inspected> {
  let inspected = first;
  const until = performance.now() + REMOVAL_MS;
  while (inspected.kind === 'state' && performance.now() < until) {
    await sleep(REMOVAL_POLL_MS);
    inspected = await inspect(handle);
  }
  return inspected;
}

async function inspect(handle: ContainerHandle): Promise<Inspected> {
  try {
    const { State } = await handle.api.json(
      { method: 'GET', path: handle.path('json'), timeoutMs: INSPECT_TIMEOUT_MS },
      stateResponse,
    );
    return { kind: 'state', state: State };
  } catch (error) {
    if (isNotFound(error)) return { kind: 'missing' };
    const detail = errorText(error);
    return { kind: 'unreachable', detail };
  }
}

/** A promise that resolves to a lost container. */
function deferred(): { readonly promise: Promise<WaitResult>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<WaitResult>((settle) => {
    resolve = () => settle({ kind: 'lost', detail: 'the engine did not stop the container' });
  });
  return { promise, resolve };
}
