import { Worker } from 'node:worker_threads';
import { RefbenchError } from '@refbench/contracts';
import type { ShardResult } from '../sources/shard.ts';
import { runHourTask, type HourResponse, type HourTask } from './hour-task.ts';

/** Runs tasks on worker threads, or on the calling thread if there is only one job. */
export interface HourPool extends AsyncDisposable {
  readonly run: (task: HourTask, signal?: AbortSignal) => Promise<ShardResult>;
}

/**
 * With one job, tasks run on the calling thread, because zlib inflates on a separate thread anyway.
 * Otherwise each job has a worker thread.
 */
export function openHourPool(jobs: number): HourPool {
  if (jobs <= 1) {
    return { run: runHourTask, [Symbol.asyncDispose]: async () => undefined };
  }
  const idle: Worker[] = [];
  const all: Worker[] = [];
  const take = (): Worker => {
    const waiting = idle.pop();
    if (waiting !== undefined) return waiting;
    // The worker exists only in the build, where both files are JavaScript.
    const worker = new Worker(new URL('hour-worker.js', import.meta.url));
    all.push(worker);
    return worker;
  };
  return {
    async run(task, signal) {
      signal?.throwIfAborted();
      const worker = take();
      const answer = await ask(worker, task, signal);
      idle.push(worker);
      if (answer.kind === 'refused') throw new RefbenchError(answer.fields);
      if (answer.kind === 'error') throw answer.error;
      return answer.result;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((worker) => worker.terminate()));
    },
  };
}

async function ask(
  worker: Worker,
  task: HourTask,
  signal: AbortSignal | undefined,
): Promise<HourResponse> {
  return new Promise<HourResponse>((resolve, reject) => {
    const onMessage = (answer: HourResponse): void => settle(() => resolve(answer));
    const onError = (error: unknown): void =>
      settle(() => reject(error instanceof Error ? error : new Error(String(error))));
    const onExit = (code: number): void => onError(new Error(`a worker thread ended with ${code}`));
    // The thread keeps running until the pool is disposed of.
    const onAbort = (): void => onError(signal?.reason);
    const settle = (end: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      end();
    };
    signal?.addEventListener('abort', onAbort);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage(task);
  });
}
