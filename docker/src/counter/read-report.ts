import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const MAX_BYTES = 256 * 2 ** 20;

/**
 * The text of a report, which code under test may have replaced by anything. Undefined for what is no
 * regular file, or is larger than any report.
 */
export function readReport(path: string): string | undefined {
  let file;
  try {
    // A pipe must not make this process wait.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}
