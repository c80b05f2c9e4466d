import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { guardDisk } from './disk-error.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a file atomically: temporary name, fsync, rename. A reader sees either the old or the new
 * content. If the disk is full, the old content remains. Missing folders are created.
 */
export async function writeFileAtomic(
  path: string,
  data: Buffer | string | Iterable<string>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await guardDisk(path, async () => {
    await makeFolder(dirname(path));
    try {
      const file = await open(temporary, 'wx');
      try {
        await writeFile(file, data);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  });
}

/** A rename is durable only after its folder was synchronized. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
