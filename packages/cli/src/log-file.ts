import { dirname } from 'node:path';
import type { ProgressEvent } from '@refbench/runner';
import { makeFolder } from '@refbench/files';
import { destination, pino, type Logger } from 'pino';

/**
 * The run's own log: one pino line an event, written at once so that a kill loses none. The file is made
 * with the first event: a run that is refused leaves none.
 */
export async function openLog(
  path: string,
): Promise<Disposable & { write(event: ProgressEvent): void }> {
  await makeFolder(dirname(path));
  let open: { readonly logger: Logger; readonly end: () => void } | undefined;
  return {
    write(event) {
      if (open === undefined) {
        const stream = destination({ dest: path, sync: true });
        open = { logger: pino({ base: { pid: process.pid } }, stream), end: () => stream.end() };
      }
      open.logger.info(event, event.kind);
    },
    [Symbol.dispose]: () => open?.end(),
  };
}
