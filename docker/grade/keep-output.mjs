// Writes the first bytes of a stream to a file, and discards the rest.
import { closeSync, openSync, writeSync } from 'node:fs';

/** Resolves at the end of the stream. */
export async function keepOutput(stream, path, maxBytes) {
  const file = openSync(path, 'wx', 0o600);
  let left = maxBytes;
  try {
    for await (const chunk of stream) {
      const kept = chunk.subarray(0, left);
      left -= kept.length;
      for (let at = 0; at < kept.length; at += writeSync(file, kept, at));
    }
  } finally {
    closeSync(file);
  }
}
