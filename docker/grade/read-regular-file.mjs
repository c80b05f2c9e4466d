// Reads a file that another user may have replaced by anything.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Reads at most `maxBytes` of a regular file. Returns undefined for anything else. */
export function readRegularFile(path, maxBytes) {
  let file;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(stat.size, maxBytes));
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got) {
      got = readSync(file, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
