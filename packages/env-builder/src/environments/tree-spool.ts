import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { END_OF_ARCHIVE, endOfBody, readTar, type TarEntry } from '@refbench/repos';

/** One entry of a spooled archive; the path is one character a byte, without slashes at its ends. */
export interface SpooledEntry {
  /** The folder into which its archive is to be unpacked, without slashes at its ends. */
  readonly parent: string;
  readonly path: string;
  readonly isDirectory: boolean;
  /** Of everything that counts: kind, mode, owner, target, content. */
  readonly digest: string;
  /** Where its blocks lie in the spool file. */
  readonly start: number;
  readonly end: number;
}

/** An archive of a folder, whose names begin with the folder's own. */
export interface FolderArchive {
  /** The folder above, without slashes at its ends. */
  readonly parent: string;
  readonly archive: Readable;
}

/**
 * Copies archives into a file, bytes as they are, and says what each entry is. Needed because a
 * digest is known only once a body has gone by.
 */
export async function spoolTree(
  folders: AsyncIterable<FolderArchive>,
  file: string,
): Promise<readonly SpooledEntry[]> {
  const entries: SpooledEntry[] = [];
  await using spool = await open(file, 'w');
  for await (const folder of folders) await spoolFolder(folder, spool, entries);
  return entries;
}

async function spoolFolder(
  { parent, archive }: FolderArchive,
  spool: FileHandle,
  entries: SpooledEntry[],
): Promise<void> {
  const digests = new Map<string, string>();
  let at = entries.at(-1)?.end ?? 0;
  for await (const entry of readTar(archive)) {
    const name = entry.name.replace(/\/+$/, '');
    const path = parent === '' ? name : `${parent}/${name}`;
    const start = at;
    const hash = identityOf(entry, path, digests);
    const write = async (bytes: Buffer): Promise<void> => {
      await spool.writeFile(bytes);
      at += bytes.length;
    };
    await write(entry.raw);
    for await (const piece of entry.body()) {
      hash.update(piece);
      await write(piece);
    }
    await write(endOfBody(entry.size));
    const digest = hash.digest('base64');
    digests.set(name, digest);
    const isDirectory = entry.type === 'directory';
    entries.push({ parent, path, isDirectory, digest, start, end: at });
  }
}

function identityOf(
  entry: TarEntry,
  path: string,
  digests: ReadonlyMap<string, string>,
): ReturnType<typeof createHash> {
  const header = entry.raw.subarray(-512);
  const owner = header.toString('latin1', 108, 124);
  // A hard link is as good as what it leads to. Python compares the times of its sources.
  const target = digests.get(entry.linkTarget) ?? '';
  const time = path.endsWith('.py') ? header.toString('latin1', 136, 148) : '';
  const fields = [entry.type, entry.mode & 0o7777, owner, entry.linkTarget, target, time];
  return createHash('sha256').update(JSON.stringify(fields));
}

/** A tar of some entries of a spool file, in their order there. */
export function unspool(file: string, entries: readonly SpooledEntry[]): Readable {
  return Readable.from(pieces(file, entries), { objectMode: false });
}

const PIECE_BYTES = 2 ** 20;

async function* pieces(
  file: string,
  entries: readonly SpooledEntry[],
): AsyncGenerator<Buffer, void, undefined> {
  await using spool = await open(file, 'r');
  for (const { start, end } of joined(entries)) {
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await spool.read(piece, 0, piece.length, at);
      if (bytesRead !== piece.length) throw new Error(`${file} is cut short`);
      yield piece;
    }
  }
  yield END_OF_ARCHIVE;
}

/** Neighbours become one range: most trees are one long run. */
function joined(
  entries: readonly SpooledEntry[],
): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of entries) {
    const last = ranges.at(-1);
    if (last !== undefined && last.end === start) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}
