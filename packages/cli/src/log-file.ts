import { dirname } from 'node:path';
import type { ProgressEvent } from '@refbench/runner';
import { makeFolder } from '@refbench/files';
import { destination, pino, type Logger } from 'pino';

/**
 * Opens the log of a run: one pino line per event, written synchronously so that no event is lost if
 * the process is killed. The file is created with the first event, so a run that is refused leaves no
 * file.
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
