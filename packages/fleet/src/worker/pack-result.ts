import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { JOURNAL } from '../protocol/journal.ts';

export interface PackedResult {
  /** Folder of the attempt, with a folder per try. */
  readonly folder: string;
  /** Number of the last try that is not part of the result. */
  readonly after: number;
  /** The journal of the process that made the attempt. */
  readonly journal: string;
  /** Length of the journal before the attempt, in bytes. */
  readonly journalBytes: number;
}

/**
 * Writes the tries of an attempt and its journal into one tar archive.
 * @returns the digest of the archive
 */
export async function packResult(
  { folder, after, journal, journalBytes }: PackedResult,
  archive: string,
): Promise<string> {
  const writer = pack();
  const hash = createHash('sha256');
  const written = pipeline(
    writer as AsyncIterable<Buffer>,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(archive),
  );
  const journalFile = { name: JOURNAL, path: journal, start: journalBytes };
  const files = await filesOf(folder, after);
  const tries = files.map((name) => ({ name, path: join(folder, name), start: 0 }));
  for (const { name, path, start } of [journalFile, ...tries]) {
    const end = (await stat(path)).size;
    const header = { name, size: end - start, mtime: new Date(0) };
    // No stream reads an empty range.
    if (end === start) writer.entry(header, '');
    else await pipeline(createReadStream(path, { start, end: end - 1 }), writer.entry(header));
  }
  writer.finalize();
  await written;
  return `sha256:${hash.digest('hex')}`;
}

/** The files of all later tries, as paths below the folder of the attempt. */
async function filesOf(folder: string, after: number): Promise<readonly string[]> {
  const names = await readdir(folder);
  const tries = names.filter((name) => /^[1-9]\d*$/.test(name) && Number(name) > after);
  const files = await Promise.all(
    tries.map(async (name) => {
      const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    }),
  );
  return files.flat().sort();
}
