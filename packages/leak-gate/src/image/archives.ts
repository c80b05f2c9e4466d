import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, inflateSync } from 'node:zlib';
import { readPack } from '@refbench/repos';
import { collect, once, tarEntries, through } from './byte-streams.ts';
import { zipMembers } from './zip-members.ts';

/** An archive format. */
export type ArchiveKind = 'gzip' | 'xz' | 'bzip2' | 'zstd' | 'zip' | 'tar' | 'zlib' | 'git-pack';

/** One member of an archive. Its name is empty if the format has a single member. */
interface ArchiveMember {
  readonly name: string;
  /** The size; undefined if it is not known before reading. */
  readonly size: number | undefined;
  readonly chunks: AsyncIterable<Buffer>;
}

/** The name of an entry, and the target if it is a link. */
export interface EntryName {
  readonly name: string;
  readonly link: string | undefined;
}

export interface ArchiveContext {
  /** Called with the name of every entry of a tar or zip archive, also of links and folders. */
  readonly entry?: ((entry: EntryName) => void) | undefined;
  /** An empty folder for files that git must read from disk. */
  readonly scratch: string;
  /** Called with each member. Content that it does not read is skipped. */
  readonly visit: (member: ArchiveMember) => Promise<void>;
  /** Called for a member that could not be read. An empty name means all remaining members. */
  readonly unread: (name: string, reason: string) => void;
}

/** A zip is read as a whole, to find members that its directory does not list. */
const MAX_ZIP_BYTES = 2 ** 28;
const MAX_LOOSE_OBJECT_BYTES = 2 ** 26;

const PROGRAMS = { xz: 'xz', bzip2: 'bzip2', zstd: 'zstd' } as const;

/** Detects the format by the first bytes, independent of the name. */
export function archiveKind(head: Buffer): ArchiveKind | undefined {
  if (startsWith(head, [0x1f, 0x8b, 8])) return 'gzip';
  if (startsWith(head, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])) return 'xz';
  if (/^BZh[1-9]1AY&SY/.test(head.toString('latin1', 0, 10))) return 'bzip2';
  if (startsWith(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd';
  // pip's cache stores an archive after the response headers.
  if (head.subarray(0, 512).includes('PK\u0003\u0004')) return 'zip';
  if (isTarHeader(head)) return 'tar';
  if (isPackHeader(head)) return 'git-pack';
  const first = head.length < 2 ? 0 : head.readUInt16BE(0);
  return (first & 0x8f20) === 0x0800 && first % 31 === 0 ? 'zlib' : undefined;
}

/** Requires `ustar` and a valid checksum, because sources of tar tools contain the word, too. */
function isTarHeader(head: Buffer): boolean {
  if (head.length < 512 || head.toString('latin1', 257, 262) !== 'ustar') return false;
  const sum = head
    .subarray(0, 512)
    .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return Number.parseInt(head.toString('latin1', 148, 156), 8) === sum;
}

/** Requires a version that git can read, because texts start with "PACK", too. */
function isPackHeader(head: Buffer): boolean {
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'PACK') return false;
  return [2, 3].includes(head.readUInt32BE(4));
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** Whether the bytes of the archive contain no more information than its members. */
export function isOpaque(kind: ArchiveKind): boolean {
  return kind !== 'zip' && kind !== 'zlib';
}

/** Visits the members of an archive. Reads `chunks` to the end unless an error is thrown. */
export async function openArchive(
  kind: ArchiveKind,
  chunks: AsyncIterable<Buffer>,
  context: ArchiveContext,
): Promise<void> {
  switch (kind) {
    case 'gzip':
      return await visitWhole(through(chunks, createGunzip()), context);
    case 'xz':
    case 'bzip2':
    case 'zstd':
      return await visitWhole(throughProgram(chunks, PROGRAMS[kind]), context);
    case 'tar':
      return await visitTar(chunks, context);
    case 'zip':
      return await visitZip(chunks, context);
    case 'zlib':
      return await visitLooseObject(chunks, context);
    case 'git-pack':
      return await visitPack(chunks, context);
  }
}

async function visitWhole(chunks: AsyncIterable<Buffer>, context: ArchiveContext): Promise<void> {
  await context.visit({ name: '', size: undefined, chunks });
}

async function* throughProgram(
  chunks: AsyncIterable<Buffer>,
  program: string,
): AsyncGenerator<Buffer, void, undefined> {
  const child = spawn(program, ['-d', '-c', '-q'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(`${program} cannot be run: ${error.message}`));
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : `${program} ended with ${code}`),
    );
  });
  const feeding = pipeline(Readable.from(chunks, { objectMode: false }), child.stdin);
  feeding.catch(() => undefined);
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const failure = await ended;
    if (failure !== undefined) throw new Error(failure);
  } finally {
    child.kill('SIGKILL');
  }
}

async function visitTar(chunks: AsyncIterable<Buffer>, context: ArchiveContext): Promise<void> {
  for await (const { header, chunks: content } of tarEntries(chunks)) {
    const { name, type, size, linkname } = header;
    context.entry?.({ name, link: linkname ?? undefined });
    if (type === 'file' || type === 'contiguous-file') {
      await context.visit({ name, size, chunks: content });
    }
  }
}

async function visitZip(chunks: AsyncIterable<Buffer>, context: ArchiveContext): Promise<void> {
  const bytes = await collect(chunks, MAX_ZIP_BYTES);
  if (bytes === undefined) {
    context.unread('', `it is over ${MAX_ZIP_BYTES} bytes`);
    return;
  }
  for (const member of zipMembers(bytes, MAX_ZIP_BYTES, context.unread)) {
    const { name, bytes: content } = member;
    context.entry?.({ name, link: undefined });
    await context.visit({ name, size: content.length, chunks: once(content) });
  }
}

/**
 * Visits a git object or other zlib data. Files that only have the same first bytes are ignored here;
 * their bytes are searched directly.
 */
async function visitLooseObject(
  chunks: AsyncIterable<Buffer>,
  context: ArchiveContext,
): Promise<void> {
  const bytes = await collect(chunks, MAX_LOOSE_OBJECT_BYTES);
  if (bytes === undefined) return;
  const object = inflated(bytes);
  if (object === undefined) return;
  const header = /^(?:blob|commit|tag|tree) \d+\0/.exec(object.toString('latin1', 0, 40))?.[0];
  const content = object.subarray(header?.length ?? 0);
  await context.visit({ name: '', size: content.length, chunks: once(content) });
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_LOOSE_OBJECT_BYTES });
  } catch {
    return undefined;
  }
}

async function visitPack(chunks: AsyncIterable<Buffer>, context: ArchiveContext): Promise<void> {
  const path = join(context.scratch, 'objects.pack');
  try {
    await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(path));
    for await (const { oid, bytes } of readPack(path, context.scratch)) {
      await context.visit({ name: oid, size: bytes.length, chunks: once(bytes) });
    }
  } finally {
    await rm(path, { force: true });
  }
}
