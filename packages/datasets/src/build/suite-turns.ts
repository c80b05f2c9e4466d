import { setTimeout as pause } from 'node:timers/promises';
import type { SuiteTurn } from '@refbench/environments';
import PQueue from 'p-queue';

/**
 * Makes suites of several candidates wait for each other, because suites that run at a time disturb each other.
 * A suite that hangs must not keep the others waiting, so the next one starts after some time anyway.
 * @param concurrency how many suites may run at a time
 * @param patienceMs how long others wait for a suite
 */
export function suiteTurns(concurrency: number, patienceMs: number): SuiteTurn {
  const queue = new PQueue({ concurrency });
  return <T>(act: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      void queue.add(async () => {
        const ended = new AbortController();
        const acting = act().finally(() => ended.abort());
        acting.then(resolve, reject);
        await pause(patienceMs, undefined, { signal: ended.signal }).catch(() => undefined);
      });
    });
}
