import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ProgressEvent } from '@refbench/runner';
import { destination, pino } from 'pino';

/** The run's own log: one pino line an event, written at once so that a kill loses none. */
export function openLog(path: string): Disposable & { write(event: ProgressEvent): void } {
  mkdirSync(dirname(path), { recursive: true });
  const stream = destination({ dest: path, sync: true });
  const logger = pino({ base: { pid: process.pid } }, stream);
  return {
    write: (event) => logger.info(event, event.kind),
    [Symbol.dispose]: () => stream.end(),
  };
}
