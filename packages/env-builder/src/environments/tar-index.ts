import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { END_OF_ARCHIVE, endOfBody, readTar, retimed, type TarEntry } from '@refbench/repos';

/** One entry of an indexed archive. The path has one character per byte and no slashes at its ends. */
export interface TarIndexEntry {
  /** The folder to unpack the archive into, without leading and trailing slashes. */
  readonly parent: string;
  readonly path: string;
  readonly isDirectory: boolean;
  /** Digest of kind, mode, owner, target and content. */
  readonly digest: string;
  /** The file that contains the blocks of the entry; `start` and `end` are offsets in it. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** An archive of a folder. All names start with the name of the folder. */
export interface FolderArchive {
  /** The parent folder, without leading and trailing slashes. */
  readonly parent: string;
  readonly archive: Readable;
}

/** The fixed modification time in images, in seconds since 1970. container/lay.sh uses the same value. */
export const IMAGE_TIME = 946_684_800;

/**
 * Copies archives into a file, normalises some times, and returns an index of the entries. The copy
 * is needed because a digest is known only after the content was read.
 */
export async function indexTree(
  folders: AsyncIterable<FolderArchive>,
  file: string,
): Promise<readonly TarIndexEntry[]> {
  const entries: TarIndexEntry[] = [];
  // Most files are small. A large buffer joins many of them to one write.
  const copy = createWriteStream(file, { highWaterMark: PIECE_BYTES });
  await pipeline(async function* () {
    for await (const folder of folders) yield* readEntries(folder, file, entries);
  }, copy);
  return entries;
}

/**
 * Indexes an archive that this process wrote to a file. The folder that it is unpacked into is not
 * included.
 */
export async function indexArchive(
  parent: string,
  file: string,
): Promise<readonly TarIndexEntry[]> {
  const entries: TarIndexEntry[] = [];
  const archive = createReadStream(file);
  for await (const bytes of readEntries({ parent, archive }, file, entries)) void bytes;
  return entries.filter(({ path }) => path !== parent);
}

/** Adds the entries of an archive to the list, and yields the bytes to which their offsets refer. */
async function* readEntries(
  { parent, archive }: FolderArchive,
  file: string,
  entries: TarIndexEntry[],
): AsyncGenerator<Buffer, void, undefined> {
  const digests = new Map<string, string>();
  let end = entries.at(-1)?.end ?? 0;
  for await (const entry of readTar(archive)) {
    const name = entry.name.replace(/\/+$/, '');
    const path = [parent, name].filter((part) => part !== '' && part !== '.').join('/');
    const start = end;
    const hash = identityOf(entry, path, digests);
    const head = keepsTime(entry, path) ? entry.raw : retimed(entry.raw, IMAGE_TIME);
    yield head;
    end += head.length;
    for await (const piece of entry.body()) {
      hash.update(piece);
      yield piece;
      end += piece.length;
    }
    const padding = endOfBody(entry.size);
    yield padding;
    end += padding.length;
    const digest = hash.digest('base64');
    digests.set(name, digest);
    const isDirectory = entry.type === 'directory';
    entries.push({ parent, path, isDirectory, digest, file, start, end });
  }
}

/**
 * Python compares the times of its sources, and caches evict old files, so these times are kept.
 * Build tools in the tree only check what is newer than the sources, which have the fixed time.
 */
function keepsTime({ type }: TarEntry, path: string): boolean {
  return type !== 'directory' && (path.endsWith('.py') || !path.startsWith('testbed/'));
}

function identityOf(
  entry: TarEntry,
  path: string,
  digests: ReadonlyMap<string, string>,
): ReturnType<typeof createHash> {
  const header = entry.raw.subarray(-512);
  const owner = header.toString('latin1', 108, 124);
  // A hard link is identified by its target. Python compares the times of its sources.
  const target = digests.get(entry.linkTarget) ?? '';
  const time = path.endsWith('.py') ? header.toString('latin1', 136, 148) : '';
  const fields = [entry.type, entry.mode & 0o7777, owner, entry.linkTarget, target, time];
  return createHash('sha256').update(JSON.stringify(fields));
}

/** Returns a tar archive of indexed entries, in the given order. */
export function tarOf(entries: readonly TarIndexEntry[]): Readable {
  return Readable.from(pieces(entries), { objectMode: false });
}

const PIECE_BYTES = 2 ** 20;

async function* pieces(entries: readonly TarIndexEntry[]): AsyncGenerator<Buffer, void, undefined> {
  for (const { file, start, end } of joined(entries)) {
    await using handle = await open(file, 'r');
    for (let at = start; at < end; at += PIECE_BYTES) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      if (bytesRead !== piece.length) throw new Error(`${file} is cut short`);
      yield piece;
    }
  }
  yield END_OF_ARCHIVE;
}

type Range = Pick<TarIndexEntry, 'file' | 'start' | 'end'>;

/** Merges adjacent ranges. Most trees consist of one long range. */
function joined(entries: readonly TarIndexEntry[]): readonly Range[] {
  const ranges: { -readonly [Key in keyof Range]: Range[Key] }[] = [];
  for (const { file, start, end } of entries) {
    const last = ranges.at(-1);
    if (last !== undefined && last.file === file && last.end === start) last.end = end;
    else ranges.push({ file, start, end });
  }
  return ranges;
}
