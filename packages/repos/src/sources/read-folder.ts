import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import type { WorkingFile } from '../tree/repository.ts';
import type { BytePath } from '../tree/tree.ts';

/** Larger files are not source code, and much larger ones do not fit in a buffer. */
const MOST_FILE_BYTES: number = 2 ** 30;

export interface ReadFolderOptions {
  /** Files and folders that it rejects are skipped. */
  readonly admits: (path: BytePath) => boolean;
  /** Called for files of more than 1 GiB, which are not yielded. */
  readonly tooLarge: (path: BytePath) => void;
}

/** Yields the files and links of a folder. As in git, only the owner's execute bit of the mode counts. */
export async function* readFolder(
  root: string,
  options: ReadFolderOptions,
  prefix = '',
): AsyncGenerator<WorkingFile, void, undefined> {
  const names = await readdir(place(root, prefix), { encoding: 'buffer' });
  for (const name of names) {
    const path = `${prefix}${name.toString('latin1')}` as BytePath;
    if (!options.admits(path)) continue;
    const file = place(root, path);
    const info = await lstat(file);
    if (info.isDirectory()) yield* readFolder(root, options, `${path}/`);
    else if (info.isSymbolicLink()) {
      yield { path, mode: '120000', bytes: await readlink(file, { encoding: 'buffer' }) };
    } else if (info.isFile() && info.size > MOST_FILE_BYTES) {
      options.tooLarge(path);
    } else if (info.isFile()) {
      yield { path, mode: info.mode & 0o100 ? '100755' : '100644', bytes: await readFile(file) };
    }
  }
}

function place(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}
