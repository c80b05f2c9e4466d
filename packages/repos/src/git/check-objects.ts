import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';

/**
 * Refuses an object store that could redirect or block git: one that borrows from other repositories,
 * or contains links, pipes or devices instead of files.
 * @throws RefbenchError kind `repository`
 */
export async function checkObjects(objectsDir: string): Promise<void> {
  for (const name of ['alternates', 'http-alternates']) {
    const path = join(objectsDir, 'info', name);
    if ((await lstat(path).catch(() => undefined)) === undefined) continue;
    throw refused(
      path,
      'it borrows objects from another repository',
      'make it whole with "git repack -a -d" and remove this file, or use another clone',
    );
  }
  await checkFolder(objectsDir, true);
}

async function checkFolder(folder: string, enter: boolean): Promise<void> {
  // The listing includes file types, so no file is accessed.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && enter) await checkFolder(path, false);
    else if (!entry.isFile() && !entry.isDirectory()) {
      throw refused(path, 'it is neither a file nor a folder', 'use a clone without links');
    }
  }
}

/** Reads a file of a repository without blocking on a pipe; undefined if it is missing or too large. */
export async function readRegularFile(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const info = await file.stat();
    if (!info.isFile() || info.size > maxBytes) return undefined;
    return await file.readFile('utf8');
  } catch {
    return undefined;
  }
}

function refused(path: string, what: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'repository', message: `${path}: ${what}`, hint });
}
