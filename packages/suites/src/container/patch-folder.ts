import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { packFiles, type BytePath, type Repository, type Tree } from '@refbench/repos';
import { changedPaths } from '@refbench/rule-engine';

/** uid and gid of the user `bench`. grade.sh sets the time when it unpacks the files. */
const BENCH_OWNER = { uid: 10_001, gid: 10_001, mtime: 0 };

/**
 * Writes the difference between base and the patched tree for the grade container: `remove` and
 * `folders` (NUL-separated paths) and `files.tar`. The bytes come from the trusted object store; no
 * git runs in the container.
 */
export async function writePatchFolder(
  folder: string,
  repository: Repository,
  base: Tree,
  patched: Tree,
): Promise<void> {
  const { removed, written } = changedPaths(base, patched);
  await writePaths(join(folder, 'remove'), [...removed, ...written]);
  await writePaths(join(folder, 'folders'), foldersOf(written));
  if (written.length === 0) {
    await writeFile(join(folder, 'files.tar'), '');
    return;
  }
  const isWritten = new Set(written);
  const changed = new Map([...patched].filter(([path]) => isWritten.has(path)));
  const archive = packFiles(repository, changed, BENCH_OWNER);
  await pipeline(archive, createWriteStream(join(folder, 'files.tar')));
}

async function writePaths(file: string, paths: Iterable<string>): Promise<void> {
  await writeFile(file, Buffer.from([...paths].map((path) => `${path}\0`).join(''), 'latin1'));
}

/** Returns all parent folders of the paths, parents first. */
function foldersOf(paths: readonly BytePath[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      folders.add(path.slice(0, end));
    }
  }
  return folders;
}
