import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { errorCode, guardDisk } from './disk-error.ts';

/**
 * Creates a folder and its parents. The recursive `mkdir` of Node never returns if a file system
 * reports "no such file" for a folder whose parent exists, as /proc does.
 * @throws RefbenchError kind `disk`
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  await guardDisk(folder, () => createRecursively(folder));
}

async function createRecursively(folder: string): Promise<void> {
  if (await folderExists(folder)) return;
  const parent = dirname(folder);
  await createRecursively(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (await folderExists(folder)) return;
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new RefbenchError({
      kind: 'disk',
      message: `cannot create the folder ${folder}: ${parent} does not allow new folders`,
      hint: 'choose another folder',
      cause: error,
    });
  }
}

/** Returns whether the folder exists. If a file is in its place, `mkdir` reports it. */
async function folderExists(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
