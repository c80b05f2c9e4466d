import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { exists, guardDisk, ownedName, withLock } from '@refbench/base';
import { execa } from 'execa';
import { hostCommand } from './host-command.ts';
import type { StateFolder } from './state-folder.ts';

/** A directory of an image, unpacked on the host. `absent` if the image lacks it. */
export type LowerTree =
  | { readonly kind: 'tree'; readonly path: string }
  | { readonly kind: 'absent' };

/** Opens directories of one image as tar archives. Undefined if the image lacks the path. */
export interface ImageReader extends AsyncDisposable {
  read(path: string): Promise<Readable | undefined>;
}

/**
 * Provides directories of images, unpacked once and shared read-only by all containers of the
 * image. A tree is renamed to its final name only when it is complete, so neither a kill nor a
 * second process exposes a partial tree.
 */
export class LowerTrees {
  private readonly state: StateFolder;

  constructor(state: StateFolder) {
    this.state = state;
  }

  /** Looks up all directories and unpacks the missing ones. */
  async provide(
    imageId: string,
    directories: readonly string[],
    openImage: () => Promise<ImageReader>,
  ): Promise<ReadonlyMap<string, LowerTree>> {
    const folder = this.folderOf(imageId);
    const known = await this.lookUp(folder, directories);
    if (known.size === directories.length) return known;
    return await withLock(`${folder}.lock`, `the lower trees of ${imageId}`, async () => {
      const trees = new Map(await this.lookUp(folder, directories));
      const missing = directories.filter((directory) => !trees.has(directory));
      if (missing.length === 0) return trees;
      await using image = await openImage();
      for (const directory of missing) {
        trees.set(directory, await this.unpack(folder, directory, await image.read(directory)));
      }
      return trees;
    });
  }

  /** Returns the disk space of the unpacked directories of an image. It is measured once. */
  async bytesOf(imageId: string): Promise<number> {
    const folder = this.folderOf(imageId);
    const names = await readdir(folder).catch(() => []);
    const trees = names.filter((name) => !/\.(?:absent|bytes)$/.test(name));
    const sizes = await Promise.all(trees.map((name) => measureOnce(join(folder, name))));
    return sizes.reduce((sum, bytes) => sum + bytes, 0);
  }

  private folderOf(imageId: string): string {
    return join(this.state.lower, imageId.replace(/^sha256:/, ''));
  }

  private async lookUp(
    folder: string,
    directories: readonly string[],
  ): Promise<ReadonlyMap<string, LowerTree>> {
    const found = await Promise.all(
      directories.map(async (directory): Promise<readonly [string, LowerTree] | undefined> => {
        const path = join(folder, encodeURIComponent(directory));
        if (await exists(path)) return [directory, { kind: 'tree', path }];
        if (await exists(`${path}.absent`)) return [directory, { kind: 'absent' }];
        return undefined;
      }),
    );
    return new Map(found.filter((entry) => entry !== undefined));
  }

  private async unpack(
    folder: string,
    directory: string,
    archive: Readable | undefined,
  ): Promise<LowerTree> {
    const path = join(folder, encodeURIComponent(directory));
    await guardDisk(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
    if (archive === undefined) {
      await writeFile(`${path}.absent`, '');
      return { kind: 'absent' };
    }
    const claim = await this.state.claim();
    const temporary = join(this.state.lower, ownedName());
    try {
      await guardDisk(temporary, () => mkdir(temporary, { mode: 0o700 }));
      await untar(archive, temporary);
      const tree = join(temporary, basename(directory));
      if (!(await isDirectory(tree))) throw notADirectory(directory);
      await rename(tree, path);
    } finally {
      await rm(temporary, { recursive: true, force: true });
      claim.release();
    }
    return { kind: 'tree', path };
  }
}

/**
 * Preserves numeric owners, modes, links, whiteout devices, and attributes such as file
 * capabilities.
 */
async function untar(archive: Readable, folder: string): Promise<void> {
  const keep = ['--same-owner', '--numeric-owner', '--same-permissions', '--xattrs'];
  await execa('tar', ['-x', ...keep, '--xattrs-include=*', '-C', folder], { input: archive });
}

/** A tree never changes, so its size is kept beside it. */
async function measureOnce(tree: string): Promise<number> {
  const note = `${tree}.bytes`;
  const noted = Number.parseInt(await readFile(note, 'utf8').catch(() => ''), 10);
  if (Number.isSafeInteger(noted)) return noted;
  const measured = await hostCommand('du', ['-s', '-B1', '--', tree]).catch(() => '0');
  const bytes = Number.parseInt(measured, 10) || 0;
  // Another process may remove the image at the same time.
  await writeFile(note, String(bytes)).catch(() => undefined);
  return bytes;
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

function notADirectory(directory: string): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `${directory} is not a directory in the image`,
    hint: 'specify the directory itself as writable, not a link to it',
  });
}
