import { BLOCK_BYTES, checksumOf, paddingOf, type TarHeader } from './tar-header.ts';

export interface TarOwner {
  readonly uid: number;
  readonly gid: number;
  /** Seconds since 1970. */
  readonly mtime: number;
}

const TYPES = { file: '0', hardlink: '1', symlink: '2', directory: '5' } as const;
const NAME_BYTES = 100;

/**
 * Creates a header in GNU's format, which supports any byte in names, while pax requires UTF-8. The
 * body, padded with `endOfBody`, follows.
 */
export function encodeHeader(
  header: Omit<TarHeader, 'type'> & { readonly type: keyof typeof TYPES },
  owner: TarOwner,
): Buffer {
  const name = header.type === 'directory' ? `${header.name}/` : header.name;
  const parts: Buffer[] = [];
  if (header.linkTarget.length > NAME_BYTES) parts.push(longText('K', header.linkTarget, owner));
  if (name.length > NAME_BYTES) parts.push(longText('L', name, owner));
  parts.push(block({ ...header, name, type: TYPES[header.type] }, owner));
  return Buffer.concat(parts);
}

/** Returns a header with another modification time, in seconds since 1970. */
export function retimed(raw: Buffer, mtime: number): Buffer {
  const copy = Buffer.from(raw);
  const last = copy.subarray(-BLOCK_BYTES);
  last.write(`${octal(mtime, 11)}\0`, 136, 'latin1');
  last.write(`${octal(checksumOf(last), 6)}\0 `, 148, 'latin1');
  return copy;
}

export function endOfBody(size: number): Buffer {
  return Buffer.alloc(paddingOf(size));
}

export const END_OF_ARCHIVE: Buffer = Buffer.alloc(2 * BLOCK_BYTES);

function longText(type: 'K' | 'L', text: string, owner: TarOwner): Buffer {
  const body = Buffer.from(`${text}\0`, 'latin1');
  const fields = { name: '././@LongLink', type, mode: 0, size: body.length, linkTarget: '' };
  return Buffer.concat([block(fields, owner), body, endOfBody(body.length)]);
}

function block(
  fields: Omit<TarHeader, 'type'> & { readonly type: string },
  owner: TarOwner,
): Buffer {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  bytes.write(fields.name.slice(0, NAME_BYTES), 0, 'latin1');
  bytes.write(octal(fields.mode, 7), 100, 'latin1');
  bytes.write(octal(owner.uid, 7), 108, 'latin1');
  bytes.write(octal(owner.gid, 7), 116, 'latin1');
  bytes.write(octal(fields.size, 11), 124, 'latin1');
  bytes.write(octal(owner.mtime, 11), 136, 'latin1');
  bytes.write(fields.type, 156, 'latin1');
  bytes.write(fields.linkTarget.slice(0, NAME_BYTES), 157, 'latin1');
  bytes.write('ustar  \0', 257, 'latin1');
  bytes.write(`${octal(checksumOf(bytes), 6)}\0 `, 148, 'latin1');
  return bytes;
}

function octal(value: number, digits: number): string {
  const text = Math.trunc(value).toString(8).padStart(digits, '0');
  if (text.length > digits || value < 0) throw new RangeError(`${value} does not fit into a tar`);
  return text;
}
