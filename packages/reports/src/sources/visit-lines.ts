import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from '@refbench/contracts';

/** Maximum length of a line. No valid result is longer. */
const MAX_LINE_BYTES = 64 * 2 ** 20;

/**
 * Calls `visit` for each line of a file of any size. Skips a byte-order mark and empty lines.
 * @param visit receives the line and its number in the file, from 1
 * @returns the digest of all bytes
 * @throws RangeError if a line exceeds 64 MiB
 */
export async function visitLines(
  path: string,
  visit: (line: string, number: number) => void,
): Promise<Digest> {
  const hash = createHash('sha256');
  let number = 0;
  let pending: Buffer[] = [];
  let length = 0;
  const endLine = (last: Buffer): void => {
    const line = Buffer.concat([...pending, last]).toString('utf8');
    pending = [];
    length = 0;
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() !== '') visit(text, number);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes = chunk as Buffer;
    hash.update(bytes);
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      endLine(bytes.subarray(from, at));
      from = at + 1;
    }
    pending.push(bytes.subarray(from));
    length += bytes.length - from;
    if (length > MAX_LINE_BYTES) throw new RangeError(`line ${number + 1} exceeds 64 MiB`);
  }
  endLine(Buffer.alloc(0));
  return `sha256:${hash.digest('hex')}`;
}
