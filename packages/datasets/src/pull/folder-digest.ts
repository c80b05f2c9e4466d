import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesWithoutCanary, type Digest } from '@refbench/contracts';
import { digestOf, errorCode, sha256OfBytes } from '@refbench/base';
import { hasCanary } from '@refbench/instances';
import type { DataFile, DataFiles } from './data-files.ts';

/**
 * Digest of files: their paths, executable bits and bytes. The canary of a data set has no influence, so
 * that an instance with it is the same as without.
 */
export function filesDigest(files: DataFiles): Digest {
  const lines = [...files].map(([path, file]) => [
    path,
    file.executable,
    sha256OfBytes(hasCanary(path) ? bytesWithoutCanary(file.bytes) : file.bytes),
  ]);
  return digestOf(lines.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)));
}

/** The same digest of a file or folder on disk. Undefined if there is none. */
export async function placeDigest(place: string): Promise<Digest | undefined> {
  const files = new Map<string, DataFile>();
  const visit = async (path: string, name: string): Promise<void> => {
    const info = await lstat(path);
    if (!info.isDirectory()) {
      // Links and pipes are not opened: they are no part of a data set, so the digest is another one.
      const bytes = info.isFile() ? await readFile(path) : Buffer.from('no regular file');
      files.set(name, { bytes, executable: (info.mode & 0o100) !== 0 });
      return;
    }
    for (const one of await readdir(path)) {
      await visit(join(path, one), name === '' ? one : `${name}/${one}`);
    }
  };
  try {
    await visit(place, '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return filesDigest(files);
}
