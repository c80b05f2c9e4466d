import { parentPort } from 'node:worker_threads';
import { RefbenchError } from '@refbench/contracts';
import { runHourTask, type HourResponse, type HourTask } from './hour-task.ts';

/** Entry point of a worker thread. It runs one task at a time. */
parentPort?.on('message', (task: HourTask) => {
  runHourTask(task).then(
    (result) => answer({ kind: 'result', result }),
    (error: unknown) => answer(failure(error)),
  );
});

function failure(error: unknown): HourResponse {
  if (!RefbenchError.isInstance(error)) return { kind: 'error', error };
  const { kind, message, hint } = error;
  return { kind: 'refused', fields: { kind, message, hint } };
}

function answer(message: HourResponse): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
}
