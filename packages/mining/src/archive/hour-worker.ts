import { parentPort } from 'node:worker_threads';
import { RefbenchError } from '@refbench/contracts';
import { runHourTask, type HourAnswer, type HourTask } from './hour-task.ts';

/** The whole of a worker thread: one task after the other. */
parentPort?.on('message', (task: HourTask) => {
  runHourTask(task).then(
    (result) => answer({ kind: 'result', result }),
    (error: unknown) => answer(failure(error)),
  );
});

function failure(error: unknown): HourAnswer {
  if (!RefbenchError.isInstance(error)) return { kind: 'error', error };
  const { kind, message, hint } = error;
  return { kind: 'refused', fields: { kind, message, hint } };
}

function answer(message: HourAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
}
