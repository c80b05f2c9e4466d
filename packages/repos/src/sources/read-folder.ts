import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import type { WorkingFile } from '../repository.ts';
import type { BytePath } from '../tree.ts';

/**
 * All files of a folder, byte for byte; only the owner's execute bit of a mode counts, as in git.
 * What `admits` refuses, a folder too, is not looked at.
 */
export async function* readFolder(
  root: string,
  admits: (path: BytePath) => boolean,
  prefix = '',
): AsyncGenerator<WorkingFile, void, undefined> {
  const names = await readdir(place(root, prefix), { encoding: 'buffer' });
  for (const name of names) {
    const path = `${prefix}${name.toString('latin1')}` as BytePath;
    if (!admits(path)) continue;
    const file = place(root, path);
    const info = await lstat(file);
    if (info.isDirectory()) yield* readFolder(root, admits, `${path}/`);
    else if (info.isSymbolicLink()) {
      yield { path, mode: '120000', bytes: await readlink(file, { encoding: 'buffer' }) };
    } else if (info.isFile()) {
      yield { path, mode: info.mode & 0o100 ? '100755' : '100644', bytes: await readFile(file) };
    }
  }
}

function place(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}
