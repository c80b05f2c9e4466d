import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Repository } from '../tree/repository.ts';
import { END_OF_ARCHIVE, encodeHeader, endOfBody, type TarOwner } from '../tar/write-tar.ts';
import { makeOneCommitFolder } from './one-commit-folder.ts';
import { folderHeader, treeFiles } from './pack-files.ts';

/**
 * Creates a tar archive of the files of a tree (raw blobs without filters or end-of-line conversion)
 * and a `.git` folder with a single commit. The result depends only on the arguments.
 * @param ignored - Paths that git ignores there, although no .gitignore of the tree covers them.
 */
export function packOneCommit(
  repository: Repository,
  treeish: string,
  owner: TarOwner,
  ignored?: readonly string[],
): Readable {
  return Readable.from(generate(repository, treeish, owner, ignored), { objectMode: false });
}

async function* generate(
  repository: Repository,
  treeish: string,
  owner: TarOwner,
  ignored?: readonly string[],
): AsyncGenerator<Buffer, void, undefined> {
  const treeId = await repository.treeId(treeish);
  yield folderHeader('.', owner);
  yield* treeFiles(repository, await repository.readTree(treeId), owner);
  const folder = await makeOneCommitFolder(repository.gitDir, treeId, ignored);
  try {
    yield folderHeader('.git', owner);
    yield* packFolder(folder, '.git', owner);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  yield END_OF_ARCHIVE;
}

async function* packFolder(
  folder: string,
  name: string,
  owner: TarOwner,
): AsyncGenerator<Buffer, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const entryName = `${name}/${entry.name}`;
    if (entry.isDirectory()) {
      yield folderHeader(entryName, owner);
      yield* packFolder(path, entryName, owner);
      continue;
    }
    const { size } = await stat(path);
    yield encodeHeader({ name: entryName, type: 'file', mode: 0o644, size, linkTarget: '' }, owner);
    yield* createReadStream(path);
    yield endOfBody(size);
  }
}
