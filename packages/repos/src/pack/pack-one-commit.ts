import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Repository } from '../repository.ts';
import { END_OF_ARCHIVE, encodeHeader, endOfBody, type TarOwner } from '../tar/write-tar.ts';
import type { TreeEntry } from '../tree.ts';
import { makeOneCommitFolder } from './one-commit-folder.ts';

/**
 * A tar of the tree's files (the blobs' bytes: no filter, no line-end conversion) and of a `.git`
 * folder without history, to be unpacked as the working folder. `mtime` is in seconds. Same tree and
 * same owner, same files.
 */
export function packOneCommit(repository: Repository, treeish: string, owner: TarOwner): Readable {
  return Readable.from(generate(repository, treeish, owner), { objectMode: false });
}

async function* generate(
  repository: Repository,
  treeish: string,
  owner: TarOwner,
): AsyncGenerator<Buffer, void, undefined> {
  const treeId = await repository.treeId(treeish);
  yield folderHeader('.', owner);
  yield* packFiles(repository, treeId, owner);
  const folder = await makeOneCommitFolder(repository.gitDir, treeId);
  try {
    yield folderHeader('.git', owner);
    yield* packFolder(folder, '.git', owner);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  yield END_OF_ARCHIVE;
}

async function* packFiles(
  repository: Repository,
  treeId: string,
  owner: TarOwner,
): AsyncGenerator<Buffer, void, undefined> {
  const tree = await repository.readTree(treeId);
  const files = [...tree].filter(([, entry]) => entry.mode !== '160000');
  const blobs = repository.readBlobs(files.map(([, entry]) => entry.oid))[Symbol.asyncIterator]();
  const folders = new Set<string>();
  try {
    for (const [path, entry] of tree) {
      yield* newFolders(path, folders, owner);
      // A submodule is an empty folder, as in any clone that did not fetch it.
      if (entry.mode === '160000') {
        yield folderHeader(path, owner);
        continue;
      }
      const blob = await blobs.next();
      if (blob.done === true) throw new Error('fewer blobs were read than asked for');
      yield* packFile(path, entry, blob.value.bytes, owner);
    }
  } finally {
    await blobs.return?.();
  }
}

function* packFile(
  name: string,
  { mode }: TreeEntry,
  bytes: Buffer,
  owner: TarOwner,
): Generator<Buffer, void, undefined> {
  if (mode === '120000') {
    const linkTarget = bytes.toString('latin1');
    yield encodeHeader({ name, type: 'symlink', mode: 0o777, size: 0, linkTarget }, owner);
    return;
  }
  const permissions = mode === '100755' ? 0o755 : 0o644;
  const size = bytes.length;
  yield encodeHeader({ name, type: 'file', mode: permissions, size, linkTarget: '' }, owner);
  yield bytes;
  yield endOfBody(size);
}

function* newFolders(
  path: string,
  known: Set<string>,
  owner: TarOwner,
): Generator<Buffer, void, undefined> {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    if (known.has(folder)) continue;
    known.add(folder);
    yield folderHeader(folder, owner);
  }
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

function folderHeader(name: string, owner: TarOwner): Buffer {
  return encodeHeader({ name, type: 'directory', mode: 0o755, size: 0, linkTarget: '' }, owner);
}
