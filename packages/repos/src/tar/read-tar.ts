import type { Readable } from 'node:stream';
import { ByteReader, ShortRead } from '../git/byte-reader.ts';
import { BLOCK_BYTES, checksumOf, paddingOf, type TarHeader } from './tar-header.ts';

export interface TarEntry extends TarHeader {
  /** The original header blocks of the entry, including extended ones. */
  readonly raw: Buffer;
  /** Yields the body in chunks. Valid until the next entry is requested. Unread content is skipped. */
  body(): AsyncIterable<Buffer>;
}

/** The archive is truncated, malformed or has sparse files. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

const TYPES: Readonly<Record<string, TarHeader['type']>> = {
  '\0': 'file',
  '0': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'directory',
  '7': 'file',
};

const MAX_METADATA_BYTES = 2 ** 20;

/**
 * Reads ustar, GNU and pax archives with names as raw bytes. Common readers decode pax names as UTF-8
 * and lose other bytes. An archive without its end mark is an error.
 */
export async function* readTar(archive: Readable): AsyncGenerator<TarEntry, void, undefined> {
  const reader = new ByteReader(archive);
  try {
    yield* readEntries(reader);
  } catch (error) {
    throw asTarError(error);
  } finally {
    await reader.cancel();
  }
}

function asTarError(error: unknown): unknown {
  if (!(error instanceof ShortRead)) return error;
  return new TarError('the archive ends early', { cause: error });
}

async function* readEntries(reader: ByteReader): AsyncGenerator<TarEntry, void, undefined> {
  let long = new Map<string, string>();
  let raw: Buffer[] = [];
  for (;;) {
    const block = await reader.read(BLOCK_BYTES);
    if (block.every((byte) => byte === 0)) return;
    if (parseNumber(block, 148, 8) !== checksumOf(block)) {
      throw new TarError('a header of the archive has a wrong checksum');
    }
    const flag = String.fromCharCode(block[156] ?? 0);
    const ownSize = parseNumber(block, 124, 12);
    if ('LKxgX'.includes(flag)) {
      if (ownSize > MAX_METADATA_BYTES) throw new TarError('a name in the archive is too long');
      const body = await reader.read(ownSize);
      const text = body.toString('latin1');
      await reader.skip(paddingOf(ownSize));
      raw.push(block, body, Buffer.alloc(paddingOf(ownSize)));
      if (flag === 'L') long.set('path', cString(text));
      else if (flag === 'K') long.set('linkpath', cString(text));
      else if (flag !== 'g') for (const [key, value] of parsePax(text)) long.set(key, value);
      continue;
    }
    if (flag === 'S' || [...long.keys()].some((key) => key.startsWith('GNU.sparse.'))) {
      throw new TarError('the archive has sparse files, which are not supported');
    }
    yield* readBody(reader, headerOf(block, flag, ownSize, long), Buffer.concat([...raw, block]));
    long = new Map();
    raw = [];
  }
}

async function* readBody(
  reader: ByteReader,
  header: TarHeader,
  raw: Buffer,
): AsyncGenerator<TarEntry, void, undefined> {
  let left = header.size;
  yield {
    ...header,
    raw,
    async *body() {
      try {
        for await (const piece of reader.pieces(left)) {
          left -= piece.length;
          yield piece;
        }
      } catch (error) {
        throw asTarError(error);
      }
    },
  };
  await reader.skip(left + paddingOf(header.size));
}

function headerOf(
  block: Buffer,
  flag: string,
  ownSize: number,
  long: ReadonlyMap<string, string>,
): TarHeader {
  const type = TYPES[flag] ?? 'special';
  const isUstar = block.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isUstar ? field(block, 345, 155) : '';
  const short = field(block, 0, 100);
  const size = long.has('size') ? Number(long.get('size')) : ownSize;
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('a size is malformed');
  return {
    name: long.get('path') ?? (prefix === '' ? short : `${prefix}/${short}`),
    type,
    mode: parseNumber(block, 100, 8),
    // Some writers repeat the size for a hard link, without a body.
    size: type === 'hardlink' || type === 'symlink' || type === 'directory' ? 0 : size,
    linkTarget: long.get('linkpath') ?? field(block, 157, 100),
  };
}

/** Parses `<length> <key>=<value>\n` with the length in bytes. The text has one character per byte. */
function* parsePax(text: string): Generator<readonly [string, string], void, undefined> {
  let at = 0;
  while (at < text.length) {
    const digits = /^\d{1,7}(?= )/.exec(text.slice(at, at + 8))?.[0] ?? '';
    const record = text.slice(at + digits.length + 1, at + Number(digits) - 1);
    const equals = record.indexOf('=');
    if (digits === '' || equals < 1) throw new TarError('an extended header is malformed');
    yield [record.slice(0, equals), record.slice(equals + 1)];
    at += Number(digits);
  }
}

function field(block: Buffer, start: number, length: number): string {
  return cString(block.toString('latin1', start, start + length));
}

function cString(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Parses an octal number, or base 256 if the first bit is set. */
function parseNumber(block: Buffer, start: number, length: number): number {
  const first = block[start] ?? 0;
  if ((first & 0x80) === 0) {
    const digits = field(block, start, length).trim();
    if (!/^[0-7]*$/.test(digits)) throw new TarError('a number in a header is malformed');
    return Number.parseInt(digits === '' ? '0' : digits, 8);
  }
  let value = first & 0x7f;
  for (const byte of block.subarray(start + 1, start + length)) value = value * 256 + byte;
  return value;
}
