import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { WorkingFile } from '../tree/repository.ts';
import type { BytePath } from '../tree/tree.ts';

/** Larger files are not source code, and much larger ones do not fit in a buffer. */
const MOST_FILE_BYTES: number = 2 ** 30;

/** Reading a small file at once takes less than a tenth of what its way through the thread pool takes. */
const SMALL_BYTES: number = 2 ** 20;

export interface ReadFolderOptions {
  /** Files and folders that it rejects are skipped. */
  readonly admits: (path: BytePath) => boolean;
  /** Called for files of more than 1 GiB, which are not yielded. */
  readonly tooLarge: (path: BytePath) => void;
  /** Regular files that it rejects are not read. By default, all are. */
  readonly wants?: (path: BytePath, executable: boolean) => boolean;
}

/** Yields the files and links of a folder. As in git, only the owner's execute bit of the mode counts. */
export async function* readFolder(
  root: string,
  options: ReadFolderOptions,
  prefix = '',
): AsyncGenerator<WorkingFile, void, undefined> {
  const { admits, tooLarge, wants = () => true } = options;
  const names = readdirSync(place(root, prefix), { encoding: 'buffer' });
  for (const name of names) {
    const path = `${prefix}${name.toString('latin1')}` as BytePath;
    if (!admits(path)) continue;
    const file = place(root, path);
    const info = lstatSync(file);
    if (info.isDirectory()) yield* readFolder(root, options, `${path}/`);
    else if (info.isSymbolicLink()) {
      yield { path, mode: '120000', bytes: readlinkSync(file, { encoding: 'buffer' }) };
    } else if (info.isFile() && info.size > MOST_FILE_BYTES) {
      tooLarge(path);
    } else if (info.isFile()) {
      const executable = (info.mode & 0o100) !== 0;
      if (!wants(path, executable)) continue;
      const bytes = info.size > SMALL_BYTES ? await readFile(file) : readFileSync(file);
      yield { path, mode: executable ? '100755' : '100644', bytes };
    }
  }
}

function place(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}
