import type { ContainerHandle } from './container-handle.ts';
import type { Output } from './output.ts';
import { overStorage } from './storage-poll.ts';
import type { Stopper } from './stopper.ts';
import { timeScale } from './time-scale.ts';

const STORAGE_POLL_MS = 1_000;
/** The maximum delay of a timer. A longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Watches limits that the kernel does not enforce: total time, idle time, and storage without a
 * separate file system.
 */
export function watchLimits(handle: ContainerHandle, output: Output, stopper: Stopper): Disposable {
  const { limits } = handle.spec;
  const timers: Disposable[] = [watchWallClock(handle, stopper)];
  if (limits.idle_ms !== null) timers.push(watchIdle(limits.idle_ms, output, stopper));
  if (handle.storage.polled) timers.push(pollStorage(handle, stopper));
  return {
    [Symbol.dispose]: () => {
      for (const timer of timers) timer[Symbol.dispose]();
    },
  };
}

/**
 * The scale is read when the limit is reached, because the machine may have become busy since the
 * start.
 */
function watchWallClock({ spec }: ContainerHandle, stopper: Stopper): Disposable {
  const startedMs = performance.now();
  let timer: Disposable;
  const look = (): void => {
    const scale = spec.fixedTime === true ? 1 : timeScale(spec.profile);
    const limitMs = Math.round(spec.limits.wall_clock_ms * scale);
    const leftMs = limitMs - (performance.now() - startedMs);
    if (leftMs <= 0) stopper.trip({ kind: 'wall-clock', limitMs });
    else timer = after(leftMs, look);
  };
  timer = after(spec.limits.wall_clock_ms, look);
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

/** Sleeps until the idle limit can be reached, and repeats if there was output in the meantime. */
function watchIdle(idleMs: number, output: Output, stopper: Stopper): Disposable {
  let timer: Disposable;
  const look = (): void => {
    const left = idleMs - output.silentMs;
    if (left <= 0) stopper.trip({ kind: 'idle' });
    else timer = after(left, look);
  };
  timer = after(idleMs, look);
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

function pollStorage(handle: ContainerHandle, stopper: Stopper): Disposable {
  let timer: Disposable;
  let over = false;
  const look = async (): Promise<void> => {
    const exceeded = await overStorage(handle).catch(() => false);
    if (exceeded) stopper.trip({ kind: 'storage' });
    else if (!over) timer = after(STORAGE_POLL_MS, look);
  };
  timer = after(STORAGE_POLL_MS, look);
  return {
    [Symbol.dispose]: () => {
      over = true;
      timer[Symbol.dispose]();
    },
  };
}

/** Runs `work` after a delay on the monotonic clock. */
function after(ms: number, work: () => unknown): Disposable {
  const timer = setTimeout(
    () => {
      void work();
    },
    Math.min(Math.ceil(ms), MAX_TIMER_MS),
  );
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
