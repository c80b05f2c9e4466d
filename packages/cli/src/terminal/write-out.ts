import { once } from 'node:events';

/**
 * Writes pieces of text to standard output and waits for its reader. If the reader closes the pipe,
 * the rest is not written.
 */
export async function writeOut(
  pieces: Iterable<string>,
  output: NodeJS.WritableStream & { readonly destroyed?: boolean } = process.stdout,
): Promise<void> {
  for (const piece of pieces) {
    if (output.destroyed === true) return;
    if (output.write(piece)) continue;
    // After an error, `drain` never fires. The listener of the caller handles the error.
    await Promise.race([once(output, 'drain'), once(output, 'close')]).catch(() => undefined);
  }
}
