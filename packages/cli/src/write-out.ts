import { once } from 'node:events';

/**
 * Writes pieces of text to standard output, no faster than its reader takes them. A reader that closes
 * the pipe has seen enough, and the rest is not written.
 */
export async function writeOut(
  pieces: Iterable<string>,
  output: NodeJS.WritableStream & { readonly destroyed?: boolean } = process.stdout,
): Promise<void> {
  for (const piece of pieces) {
    if (output.destroyed === true) return;
    if (output.write(piece)) continue;
    // After an error nothing drains; the caller's listener says what it means.
    await Promise.race([once(output, 'drain'), once(output, 'close')]).catch(() => undefined);
  }
}
