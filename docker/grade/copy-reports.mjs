// Copies the reports of a test run, so that the user who wrote them cannot change them.
import { chmodSync, chownSync, lstatSync, mkdirSync, opendirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from './read-regular-file.mjs';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 20;

/**
 * Copies regular files and folders, but no links, pipes or devices. All processes of the writer must
 * have ended. Returns why there can be no verdict if the reports exceed the limits.
 */
export function copyReports(source, target, uid) {
  let bytes = 0;
  let entries = 0;
  const copy = (from, to, depth) => {
    if (depth > MAX_DEPTH) return `its reports lie more than ${MAX_DEPTH} folders deep`;
    mkdirSync(to);
    const folder = opendirSync(from);
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        entries += 1;
        if (entries > MAX_ENTRIES) return `it left more than ${MAX_ENTRIES} reports`;
        const [path, copied] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isDirectory()) {
          const problem = copy(path, copied, depth + 1);
          if (problem !== undefined) return problem;
        } else if (entry.isFile()) {
          const content = readRegularFile(path, MAX_BYTES - bytes + 1);
          if (content === undefined) continue;
          bytes += content.length;
          if (bytes > MAX_BYTES) return `its reports have more than ${MAX_BYTES} bytes`;
          writeFileSync(copied, content, { flag: 'wx', mode: 0o444 });
        }
      }
    } finally {
      folder.closeSync();
    }
    chownSync(to, uid, uid);
    chmodSync(to, 0o555);
    return undefined;
  };
  try {
    // The writer may have put a link in the folder's place.
    if (!lstatSync(source).isDirectory()) return 'its folder of reports is gone';
    return copy(source, target, 0);
  } catch (error) {
    return `its reports cannot be read: ${error.code ?? error.message}`;
  }
}
