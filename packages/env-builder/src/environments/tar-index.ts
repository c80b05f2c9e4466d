import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { END_OF_ARCHIVE, endOfBody, readTar, retimed, type TarEntry } from '@refbench/repos';

/** One entry of an indexed archive. The path has one character per byte and no slashes at its ends. */
export interface TarIndexEntry {
  /** The folder into which its archive is to be unpacked, without slashes at its ends. */
  readonly parent: string;
  readonly path: string;
  readonly isDirectory: boolean;
  /** Of everything that counts: kind, mode, owner, target, content. */
  readonly digest: string;
  /** The file that has its blocks, and where in it. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** An archive of a folder, whose names begin with the folder's own. */
export interface FolderArchive {
  /** The folder above, without slashes at its ends. */
  readonly parent: string;
  readonly archive: Readable;
}

/** Of what should have one time in every build, in seconds since 1970; container/lay.sh has it too. */
export const IMAGE_TIME = 946_684_800;

/**
 * Copies archives into a file, bytes as they are but for some times, and says what each entry is.
 * Needed because a digest is known only once a body has gone by.
 */
export async function indexTree(
  folders: AsyncIterable<FolderArchive>,
  file: string,
): Promise<readonly TarIndexEntry[]> {
  const entries: TarIndexEntry[] = [];
  await using handle = await open(file, 'w');
  const write = async (bytes: Buffer): Promise<void> => await handle.writeFile(bytes);
  for await (const folder of folders) await readEntries(folder, file, entries, write);
  return entries;
}

/**
 * The entries of an archive that this process has written to a file, where they lie in it; without the
 * folder itself that it is unpacked into.
 */
export async function indexArchive(
  parent: string,
  file: string,
): Promise<readonly TarIndexEntry[]> {
  const entries: TarIndexEntry[] = [];
  const archive = createReadStream(file);
  await readEntries({ parent, archive }, file, entries, () => Promise.resolve());
  return entries.filter(({ path }) => path !== parent);
}

async function readEntries(
  { parent, archive }: FolderArchive,
  file: string,
  entries: TarIndexEntry[],
  write: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const digests = new Map<string, string>();
  let end = entries.at(-1)?.end ?? 0;
  for await (const entry of readTar(archive)) {
    const name = entry.name.replace(/\/+$/, '');
    const path = [parent, name].filter((part) => part !== '' && part !== '.').join('/');
    const start = end;
    const hash = identityOf(entry, path, digests);
    const pass = async (bytes: Buffer): Promise<void> => {
      await write(bytes);
      end += bytes.length;
    };
    await pass(keepsTime(entry, path) ? entry.raw : retimed(entry.raw, IMAGE_TIME));
    for await (const piece of entry.body()) {
      hash.update(piece);
      await pass(piece);
    }
    await pass(endOfBody(entry.size));
    const digest = hash.digest('base64');
    digests.set(name, digest);
    const isDirectory = entry.type === 'directory';
    entries.push({ parent, path, isDirectory, digest, file, start, end });
  }
}

/**
 * Python compares the times of its sources, and caches forget what is old. Tools that build in the
 * tree only ask what is newer than its sources, which have this time themselves.
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
  // A hard link is as good as what it leads to. Python compares the times of its sources.
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

/** Neighbours become one range: most trees are one long run. */
function joined(entries: readonly TarIndexEntry[]): readonly Range[] {
  const ranges: { -readonly [Key in keyof Range]: Range[Key] }[] = [];
  for (const { file, start, end } of entries) {
    const last = ranges.at(-1);
    if (last !== undefined && last.file === file && last.end === start) last.end = end;
    else ranges.push({ file, start, end });
  }
  return ranges;
}
