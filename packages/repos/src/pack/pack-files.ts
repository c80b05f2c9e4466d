import { Readable } from 'node:stream';
import type { Repository } from '../tree/repository.ts';
import { END_OF_ARCHIVE, encodeHeader, endOfBody, type TarOwner } from '../tar/write-tar.ts';
import type { Tree, TreeEntry } from '../tree/tree.ts';

/** Creates a tar archive of files of a tree with their folders, without a git folder. */
export function packFiles(repository: Repository, tree: Tree, owner: TarOwner): Readable {
  return Readable.from(generate(repository, tree, owner), { objectMode: false });
}

async function* generate(
  repository: Repository,
  tree: Tree,
  owner: TarOwner,
): AsyncGenerator<Buffer, void, undefined> {
  yield* treeFiles(repository, tree, owner);
  yield END_OF_ARCHIVE;
}

/** Yields the entries of a tar archive without its end mark. */
export async function* treeFiles(
  repository: Repository,
  tree: Tree,
  owner: TarOwner,
): AsyncGenerator<Buffer, void, undefined> {
  const files = [...tree].filter(([, entry]) => entry.mode !== '160000');
  const blobs = repository.readBlobs(files.map(([, entry]) => entry.oid))[Symbol.asyncIterator]();
  const folders = new Set<string>();
  try {
    for (const [path, entry] of tree) {
      yield* newFolders(path, folders, owner);
      // A submodule becomes an empty folder, as in a clone without submodules.
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

export function folderHeader(name: string, owner: TarOwner): Buffer {
  return encodeHeader({ name, type: 'directory', mode: 0o755, size: 0, linkTarget: '' }, owner);
}
