import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Digest } from '@refbench/contracts';

/** A longer line is no result, and would not fit into a string beside the others. */
const LONGEST_LINE = 64 * 2 ** 20;

/**
 * Hands the lines of a file to `take`, one at a time, whatever the size of the file; returns the digest of
 * all its bytes. A byte-order mark and empty lines are left out; numbers are those of the file.
 * @throws RangeError for a line above 64 MiB
 */
export async function eachLine(
  path: string,
  take: (line: string, number: number) => void,
): Promise<Digest> {
  const hash = createHash('sha256');
  let number = 0;
  let rest: Buffer[] = [];
  let length = 0;
  const end = (last: Buffer): void => {
    const line = Buffer.concat([...rest, last]).toString('utf8');
    rest = [];
    length = 0;
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() !== '') take(text, number);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    const bytes = chunk as Buffer;
    hash.update(bytes);
    let from = 0;
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      end(bytes.subarray(from, at));
      from = at + 1;
    }
    rest.push(bytes.subarray(from));
    length += bytes.length - from;
    if (length > LONGEST_LINE) throw new RangeError(`line ${number + 1} is above 64 MiB`);
  }
  end(Buffer.alloc(0));
  return `sha256:${hash.digest('hex')}`;
}
