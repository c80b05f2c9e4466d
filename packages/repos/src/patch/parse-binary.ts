import { constants, inflateSync } from 'node:zlib';
import { decodeBase85 } from './base85.ts';
import type { LineCursor } from './line-cursor.ts';
import { PatchError } from './patch-error.ts';

/** Git inflates to the size in the patch, so this size is limited. */
const MAX_BINARY_BYTES = 2 ** 28;

const HEADER = /^(literal|delta) (\d{1,15})$/;
const BASE85 = /^[A-Za-z][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]+$/;
/** The number of lines that are decoded to find the two sizes at the start of a delta. */
const LINES_OF_SIZES = 16;

/** The sizes of binary content. */
export interface BinarySizes {
  /** The size of the file afterwards. */
  readonly result: number;
  /** The size of all inflated content, including the reverse part. */
  readonly inflated: number;
}

/** Parses `GIT binary patch`: one or two blocks (forward and reverse), each ended by an empty line. */
export function parseBinary(cursor: LineCursor): BinarySizes {
  cursor.advance();
  const forward = parseBlock(cursor);
  const hasReverse = cursor.startsWith('literal ') || cursor.startsWith('delta ');
  const reverse = hasReverse ? parseBlock(cursor) : undefined;
  return { result: forward.result, inflated: forward.inflated + (reverse?.inflated ?? 0) };
}

function parseBlock(cursor: LineCursor): BinarySizes {
  const [, method, digits] = HEADER.exec(cursor.text) ?? [];
  if (digits === undefined) throw cursor.fail('expected "literal <size>" or "delta <size>"');
  const inflated = Number(digits);
  if (inflated > MAX_BINARY_BYTES) {
    throw new PatchError('size', `a binary file of ${digits} bytes is over ${MAX_BINARY_BYTES}`);
  }
  cursor.advance();
  const start: Buffer[] = [];
  while (!cursor.atEnd && cursor.text !== '') {
    const line = cursor.text;
    if (!BASE85.test(line) || line.length - 1 !== Math.ceil(lineBytes(line) / 4) * 5) {
      throw cursor.fail('this is no line of binary content');
    }
    if (method === 'delta' && start.length < LINES_OF_SIZES) {
      start.push(decodeBase85(line.slice(1)).subarray(0, lineBytes(line)));
    }
    cursor.advance();
  }
  if (cursor.atEnd) throw cursor.fail('the patch ends within binary content');
  const result = method === 'delta' ? resultOfDelta(Buffer.concat(start)) : inflated;
  if (result === undefined) throw cursor.fail('the delta before does not tell its size');
  if (result > MAX_BINARY_BYTES) {
    throw new PatchError('size', `a binary file of ${result} bytes is over ${MAX_BINARY_BYTES}`);
  }
  cursor.advance();
  return { result, inflated };
}

/** The first letter is the number of bytes of a line: A-Z are 1-26, a-z are 27-52. */
function lineBytes(line: string): number {
  const code = line.charCodeAt(0);
  return code >= 0x61 ? code - 0x61 + 27 : code - 0x41 + 1;
}

/** A delta starts with the sizes of its source and its result. */
function resultOfDelta(deflated: Buffer): number | undefined {
  let bytes: Buffer;
  try {
    bytes = inflateSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
  const source = readSize(bytes, 0);
  return source === undefined ? undefined : readSize(bytes, source.next)?.size;
}

/**
 * Reads a number with seven bits per byte, lowest first. The highest bit means that more bytes follow.
 */
function readSize(
  bytes: Buffer,
  start: number,
): { readonly size: number; readonly next: number } | undefined {
  let size = 0;
  for (let at = start; at < start + 8; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    size += (byte & 0x7f) * 2 ** (7 * (at - start));
    if ((byte & 0x80) === 0) return { size, next: at + 1 };
  }
  return undefined;
}
