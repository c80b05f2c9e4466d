import { parentPort } from 'node:worker_threads';
import { runHourTask, type HourTask } from './hour-task.ts';

/** The whole of a worker thread: one task after the other. */
parentPort?.on('message', (task: HourTask) => {
  runHourTask(task).then(
    (result) => parentPort?.postMessage({ kind: 'result', result }),
    (error: unknown) => parentPort?.postMessage({ kind: 'error', error }),
  );
});
