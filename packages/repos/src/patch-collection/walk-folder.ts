import { constants } from 'node:fs';
import { lstat, open, opendir, readlink } from 'node:fs/promises';
import { CollectionRejected } from './collected-patch.ts';
import type { WorkingEntry } from './working-entry.ts';
import { displayPath, type BytePath, type Tree } from '../tree/tree.ts';

export interface WalkOptions {
  /** A folder that no longer changes. */
  readonly root: string;
  readonly prefix: string;
  /** Files of base, which are also found in skipped folders. */
  readonly base: Tree;
  /** Whether files below this folder that base lacks are skipped. */
  readonly isSkipped: (folder: BytePath) => Promise<boolean>;
}

/**
 * Yields the entries of a folder of the host. Links are not followed, only regular files are opened,
 * and ignored folders are not listed.
 */
export async function* walkFolder(
  options: WalkOptions,
): AsyncGenerator<WorkingEntry, void, undefined> {
  yield* new FolderWalk(options).folder('' as BytePath);
}

class FolderWalk {
  private readonly options: WalkOptions;
  /** Maps the folders of base to their names. */
  private readonly known: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(options: WalkOptions) {
    this.options = options;
    this.known = namesByFolder(options.base);
  }

  async *folder(folder: BytePath): AsyncGenerator<WorkingEntry, void, undefined> {
    for await (const { name } of await opendir(this.place(folder), LISTING)) {
      const path = join(folder, (name as unknown as Buffer).toString('latin1'));
      yield* this.entry(path, (below) => this.enter(below));
    }
  }

  private async *enter(folder: BytePath): AsyncGenerator<WorkingEntry, void, undefined> {
    if (isGitFolder(folder)) return;
    if (await this.options.isSkipped(folder)) yield* this.knownFiles(folder);
    else yield* this.folder(folder);
  }

  /** Yields the files of base in a skipped folder. */
  private async *knownFiles(folder: BytePath): AsyncGenerator<WorkingEntry, void, undefined> {
    for (const name of this.known.get(folder) ?? []) {
      yield* this.entry(join(folder, name), (below) => this.knownFiles(below));
    }
  }

  private async *entry(
    path: BytePath,
    enter: (folder: BytePath) => AsyncGenerator<WorkingEntry, void, undefined>,
  ): AsyncGenerator<WorkingEntry, void, undefined> {
    const place = this.place(path);
    const info = await lstat(place).catch((error: unknown) => asMissing(error, path));
    if (info === undefined) return;
    const name = this.options.prefix + path;
    const { mode, size } = info;
    const entry = { name, mode, size: 0, linkTarget: '', body: nothing };
    if (info.isDirectory()) {
      yield { ...entry, type: 'directory' };
      yield* enter(path);
    } else if (info.isSymbolicLink()) {
      const target = await readlink(place, { encoding: 'buffer' });
      yield { ...entry, type: 'symlink', linkTarget: target.toString('latin1') };
    } else if (info.isFile()) {
      yield { ...entry, type: 'file', size, body: () => readPieces(place, size) };
    } else yield { ...entry, type: 'special' };
  }

  private place(path: BytePath): Buffer {
    return Buffer.concat([Buffer.from(`${this.options.root}/`), Buffer.from(path, 'latin1')]);
  }
}

/** Names as bytes; the published types know only text here. */
const LISTING = { encoding: 'buffer' as BufferEncoding, bufferSize: 512 };
const PIECE_BYTES = 2 ** 20;

async function* readPieces(place: Buffer, size: number): AsyncGenerator<Buffer, void, undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using file = await open(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  for (let left = size; left > 0;) {
    const piece = Buffer.allocUnsafe(Math.min(left, PIECE_BYTES));
    const { bytesRead } = await file.read(piece, 0, piece.length);
    if (bytesRead === 0) return;
    left -= bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

async function* nothing(): AsyncGenerator<Buffer, void, undefined> {}

/** Returns undefined if a file of base does not exist. Rejects a path that is too long to read. */
function asMissing(error: unknown, path: BytePath): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  if (code !== 'ENAMETOOLONG') throw error;
  throw new CollectionRejected(
    'path',
    `${displayPath(path).slice(0, 80)}... is too deep to be read`,
  );
}

function isGitFolder(folder: BytePath): boolean {
  return /(?:^|\/)\.git$/i.test(folder);
}

function join(folder: string, name: string): BytePath {
  return (folder === '' ? name : `${folder}/${name}`) as BytePath;
}

function namesByFolder(base: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const path of base.keys()) {
    let folder = '';
    for (const name of path.split('/')) {
      const names = known.get(folder);
      if (names === undefined) known.set(folder, new Set([name]));
      else names.add(name);
      folder = join(folder, name);
    }
  }
  return known;
}
