import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { encodeHeader, END_OF_ARCHIVE, endOfBody } from '../tar/write-tar.ts';
import type { TarHeader } from '../tar/tar-header.ts';

type Made = Partial<TarHeader> & { readonly name: string; readonly bytes?: Buffer | string };

const owner = { uid: 0, gid: 0, mtime: 0 };

/** A tar made by hand: what no honest program writes. */
export function makeTar(entries: readonly Made[], end: Buffer = END_OF_ARCHIVE): Readable {
  const parts = entries.flatMap((entry) => {
    const bytes = Buffer.from(entry.bytes ?? '');
    const type = entry.type ?? 'file';
    const header = encodeHeader(
      {
        name: entry.name,
        type: type === 'special' ? 'file' : type,
        mode: entry.mode ?? 0o644,
        size: bytes.length,
        linkTarget: entry.linkTarget ?? '',
      },
      owner,
    );
    if (type === 'special') setType(header, '6');
    return [header, bytes, endOfBody(bytes.length)];
  });
  return Readable.from(pieces(Buffer.concat([...parts, end])), { objectMode: false });
}

/** In pieces of an odd size, so that no header or body comes at once. */
export function* pieces(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

function setType(header: Buffer, type: string): void {
  const old = header[156] ?? 0;
  header.write(type, 156, 'latin1');
  const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) - old + type.charCodeAt(0);
  header.write(sum.toString(8).padStart(6, '0'), 148, 'latin1');
}

/** What the container engine would give: a tar of a folder, by a program that is not ours. */
export function tarOfFolder(parent: string, format: 'gnu' | 'pax' = 'gnu'): Readable {
  const bytes = execFileSync('tar', [`--format=${format}`, '-C', parent, '-cf', '-', 'testbed'], {
    maxBuffer: 2 ** 28,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  return Readable.from(pieces(bytes), { objectMode: false });
}
