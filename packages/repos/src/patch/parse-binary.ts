import type { LineCursor } from './line-cursor.ts';
import { PatchError } from './patch-error.ts';

/** git inflates to the size that the patch claims, so the claim is bounded. */
const MAX_BINARY_BYTES = 2 ** 28;

const SIZE = /^(?:literal|delta) (\d{1,15})$/;
const BASE85 = /^[A-Za-z][0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]+$/;

/** `GIT binary patch`: one or two blocks (forward, and for undoing), each ended by an empty line. */
export function parseBinary(cursor: LineCursor): void {
  cursor.advance();
  parseBlock(cursor);
  if (cursor.startsWith('literal ') || cursor.startsWith('delta ')) parseBlock(cursor);
}

function parseBlock(cursor: LineCursor): void {
  const size = SIZE.exec(cursor.text)?.[1];
  if (size === undefined) throw cursor.fail('expected "literal <size>" or "delta <size>"');
  if (Number(size) > MAX_BINARY_BYTES) {
    throw new PatchError('size', `a binary file of ${size} bytes is over ${MAX_BINARY_BYTES}`);
  }
  cursor.advance();
  while (!cursor.atEnd && cursor.text !== '') {
    const line = cursor.text;
    if (!BASE85.test(line) || line.length - 1 !== Math.ceil(lineBytes(line) / 4) * 5) {
      throw cursor.fail('this is no line of binary content');
    }
    cursor.advance();
  }
  if (cursor.atEnd) throw cursor.fail('the patch ends within binary content');
  cursor.advance();
}

/** The first letter counts the bytes of a line: A-Z are 1-26, a-z are 27-52. */
function lineBytes(line: string): number {
  const code = line.charCodeAt(0);
  return code >= 0x61 ? code - 0x61 + 27 : code - 0x41 + 1;
}
