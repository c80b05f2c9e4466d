import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { extract } from 'tar-stream';

/** The one regular file of an archive. The container wrote it, so its kind and size are not believed. */
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
      if (type !== 'file') throw refused(path, `is a ${type}, not a regular file`);
      if (size > maxBytes) throw refused(path, `has ${size} bytes, over the ${maxBytes} allowed`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    }
  } finally {
    archive.destroy();
  }
  throw refused(path, 'came back as an empty archive');
}

function refused(path: string, what: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} in the container ${what}`,
    hint: 'fix the program in the container that writes this file',
  });
}
