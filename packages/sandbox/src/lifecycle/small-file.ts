import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { extract } from 'tar-stream';

/**
 * Reads the single regular file of an archive. The container wrote it, so its type and size are
 * checked.
 */
export async function readSmallFile(
  archive: Readable,
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  const entries = extract();
  archive.on('error', (error) => entries.destroy(error));
  archive.pipe(entries);
  try {
    for await (const entry of entries) {
      const { type, size } = entry.header;
      if (type !== 'file') throw invalidFile(path, `is a ${type}, not a regular file`);
      if (size > maxBytes)
        throw invalidFile(path, `has ${size} bytes, more than the limit of ${maxBytes}`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    }
  } finally {
    archive.destroy();
  }
  throw invalidFile(path, 'was returned as an empty archive');
}

function invalidFile(path: string, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} in the container ${what}`,
    hint: 'fix the program in the container that writes this file',
  });
}
