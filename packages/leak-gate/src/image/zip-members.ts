import { constants, inflateRawSync } from 'node:zlib';
import { errorText } from '@refbench/base';

export interface ZipMember {
  readonly name: string;
  readonly bytes: Buffer;
}

const SIGNATURE = Buffer.from('PK\u0003\u0004', 'latin1');
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
/** The methods that APPNOTE 6.3.10 (section 4.4.5) lists. */
const METHODS: ReadonlySet<number> = new Set([
  ...Array.from({ length: 21 }, (_, method) => method),
  ...Array.from({ length: 7 }, (_, more) => 93 + more),
]);
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * Reads the members of a zip by their local headers, not by its directory, to find members that the
 * directory omits and archives inside cache records. `unread` is called for members that cannot be
 * read or exceed `maxMemberBytes`. A program that reads or writes zips has the signature of a header as
 * a string: what follows it there is no method and no name, so it is not a member. A file that starts
 * with the signature is a zip, even if it is damaged.
 */
export function* zipMembers(
  archive: Buffer,
  maxMemberBytes: number,
  unread: (name: string, reason: string) => void,
): Generator<ZipMember, void, undefined> {
  let at = archive.indexOf(SIGNATURE);
  while (at >= 0 && at + HEADER_BYTES <= archive.length) {
    const method = archive.readUInt16LE(at + 8);
    const compressedSize = archive.readUInt32LE(at + 18);
    const nameEnd = at + HEADER_BYTES + archive.readUInt16LE(at + 26);
    const start = nameEnd + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + HEADER_BYTES, nameEnd);
    const isNoHeader =
      !METHODS.has(method) || nameEnd > archive.length || CONTROL_CHARACTERS.test(name);
    if (at > 0 && isNoHeader) {
      at = archive.indexOf(SIGNATURE, at + SIGNATURE.length);
      continue;
    }
    let next = at + HEADER_BYTES;
    if (method === STORED) {
      const bytes = archive.subarray(start, start + compressedSize);
      next = start + bytes.length;
      if (bytes.length > 0) yield { name, bytes };
    } else if (method === DEFLATED) {
      const inflated = inflate(archive.subarray(start), maxMemberBytes);
      if (inflated.kind === 'read') {
        next = start + inflated.consumed;
        yield { name, bytes: inflated.bytes };
      } else unread(name, inflated.reason);
    } else unread(name, `compression method ${method}`);
    at = archive.indexOf(SIGNATURE, next);
  }
}

type Inflated =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly consumed: number }
  | { readonly kind: 'unread'; readonly reason: string };

/** The end of a streamed member is determined by its data. */
function inflate(data: Buffer, maxOutputLength: number): Inflated {
  try {
    const result: unknown = inflateRawSync(data, {
      maxOutputLength,
      info: true,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const { buffer, engine } = result as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { kind: 'read', bytes: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    return { kind: 'unread', reason: errorText(error) };
  }
}
