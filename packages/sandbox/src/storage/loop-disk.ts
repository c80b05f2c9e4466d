import { mkdir, open, rm, rmdir, statfs, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { guardDisk, ownedName } from '@refbench/base';
import { hostCommand } from './host-command.ts';
import { linkNeutralPath, neutralPath } from './neutral-paths.ts';
import { FOLDERS, LOWER, releaseDisk, VIEW } from './release-disk.ts';
import type { StateFolder } from './state-folder.ts';
import type { DiskUse } from '../contract/storage-plan.ts';

/** Below this the disk counts as full, because ext4 reserves a few blocks. */
const FULL_BYTES = 2 ** 20;
const FULL_INODES = 16;
/** An overlay mount creates a folder, which needs a free block. */
const RESERVE_BYTES = 2 ** 20;
const RESERVE_FILES = 64;
export const MOUNT_POINT = 'mnt';
const HOST_FULL_BYTES = 64 * 2 ** 20;

/** A file system of a fixed size in a sparse file. The kernel enforces the size. */
export class LoopDisk implements AsyncDisposable {
  /** Folder with the file and the mount. Its name identifies the owner. */
  readonly folder: string;
  readonly mountPoint: string;
  /** The same folder, named in a way that tells a container nothing about this host. */
  readonly neutral: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.mountPoint = join(folder, MOUNT_POINT);
    this.neutral = neutralPath(folder);
  }

  /** Reserves a folder without mounting anything, so that its paths are known. */
  static reserve(state: StateFolder): LoopDisk {
    return new LoopDisk(join(state.disks, ownedName()));
  }

  /** Creates and mounts the file system. A failure leaves nothing behind. */
  async mount(sizeBytes: number, run: string): Promise<void> {
    const file = join(this.folder, 'disk.img');
    try {
      await guardDisk(this.folder, async () => {
        await mkdir(this.mountPoint, { recursive: true, mode: 0o700 });
        await mkdir(join(this.folder, LOWER), { recursive: true, mode: 0o700 });
        await linkNeutralPath(this.folder);
        await writeFile(join(this.folder, 'disk.json'), JSON.stringify({ run }));
        await using handle = await open(file, 'wx', 0o600);
        await handle.truncate(sizeBytes);
      });
      // No journal, because the content need not be recovered. The inode tables stay sparse.
      const features = ['-O', '^has_journal', '-E', 'lazy_itable_init=1,nodiscard'];
      await hostCommand('mkfs.ext4', ['-q', '-F', '-m', '0', '-b', '4096', ...features, file]);
      const options = 'loop,nodev,nosuid,noatime,noinit_itable';
      await hostCommand('mount', ['-t', 'ext4', '-o', options, file, this.mountPoint]);
      await rm(join(this.mountPoint, 'lost+found'), { recursive: true });
      await this.makeReserve();
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Links a folder of this host as a lower layer, by the name that `lowerPath` gives. */
  async linkLower(name: string, folder: string): Promise<void> {
    await symlink(resolve(folder), join(this.folder, LOWER, name));
  }

  /** Returns the neutral name of a linked folder. */
  lowerPath(name: string): string {
    return join(this.neutral, LOWER, name);
  }

  /** Returns where a folder of this host can be mounted for a container, and creates that folder. */
  async makeFolder(name: string): Promise<string> {
    const path = this.folderPath(name);
    await guardDisk(path, () => mkdir(path, { recursive: true, mode: 0o755 }));
    return path;
  }

  folderPath(name: string): string {
    return join(this.folder, FOLDERS, name);
  }

  /** Mounts a folder of this host read-only on a folder of `makeFolder`. */
  async mountFolder(name: string, source: string): Promise<void> {
    await this.linkLower(`folder-${name}`, source);
    // An overlay without a writable layer needs two lower ones.
    const empty = join(this.mountPoint, 'empty');
    await mkdir(empty, { recursive: true, mode: 0o755 });
    const layers = `${this.lowerPath(`folder-${name}`)}:${join(this.neutral, MOUNT_POINT, 'empty')}`;
    await hostCommand('mount', [
      '-t',
      'overlay',
      '-o',
      `ro,nosuid,nodev,lowerdir=${layers}`,
      'overlay',
      this.folderPath(name),
    ]);
  }

  async use(): Promise<DiskUse> {
    const [own, host] = await Promise.all([statfs(this.mountPoint), statfs(this.folder)]);
    return {
      usedBytes: (own.blocks - own.bfree) * own.bsize,
      full: own.bavail * own.bsize < FULL_BYTES || own.ffree < FULL_INODES,
      hostFull: host.bavail * host.bsize < HOST_FULL_BYTES,
    };
  }

  /** Frees the reserve, which no container can use. */
  async freeReserve(): Promise<void> {
    await rm(this.reserve, { recursive: true, force: true });
  }

  /** Mounts an overlay next to the disk. Only one can be mounted at a time. */
  async mountView(options: string): Promise<string> {
    await mkdir(this.view, { recursive: true, mode: 0o700 });
    await hostCommand('mount', ['-t', 'overlay', '-o', options, 'overlay', this.view]);
    return this.view;
  }

  async unmountView(): Promise<void> {
    await hostCommand('umount', [this.view]);
    await rmdir(this.view);
  }

  private get view(): string {
    return join(this.folder, VIEW);
  }

  private get reserve(): string {
    return join(this.mountPoint, 'reserve');
  }

  private async makeReserve(): Promise<void> {
    await mkdir(this.reserve, { mode: 0o700 });
    await writeFile(join(this.reserve, 'bytes'), Buffer.alloc(RESERVE_BYTES, 1));
    for (let file = 0; file < RESERVE_FILES; file += 1) {
      await writeFile(join(this.reserve, String(file)), '');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await releaseDisk(this.folder);
  }
}
