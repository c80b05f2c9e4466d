import { mkdir, open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guardDisk } from '@refbench/files';
import { hostCommand } from './host-command.ts';
import { releaseDisk } from './release-disk.ts';
import { ownedName, type StateFolder } from './state-folder.ts';
import type { DiskUse } from './storage-plan.ts';

/** Less than this cannot be written any more; ext4 keeps a few blocks to itself. */
const FULL_BYTES = 2 ** 20;
const FULL_INODES = 16;
const HOST_FULL_BYTES = 64 * 2 ** 20;

/** A file system of a fixed size in a sparse file: the kernel refuses the byte after the last. */
export class LoopDisk implements AsyncDisposable {
  /** Holds the file and the mount; its name says whose it is. */
  readonly folder: string;
  readonly mountPoint: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.mountPoint = join(folder, 'mnt');
  }

  /** Takes a folder; nothing is mounted yet, so that the paths in it can already be told. */
  static reserve(state: StateFolder): LoopDisk {
    return new LoopDisk(join(state.disks, ownedName()));
  }

  /** Makes and mounts the file system. What fails on the way leaves nothing behind. */
  async mount(sizeBytes: number, run: string): Promise<void> {
    const file = join(this.folder, 'disk.img');
    try {
      await guardDisk(this.folder, async () => {
        await mkdir(this.mountPoint, { recursive: true, mode: 0o700 });
        await writeFile(join(this.folder, 'disk.json'), JSON.stringify({ run }));
        await using handle = await open(file, 'wx', 0o600);
        await handle.truncate(sizeBytes);
      });
      // No journal: nothing of it is worth recovering. The inode tables stay holes in the file.
      const features = ['-O', '^has_journal', '-E', 'lazy_itable_init=1,nodiscard'];
      await hostCommand('mkfs.ext4', ['-q', '-F', '-m', '0', '-b', '4096', ...features, file]);
      const options = 'loop,nodev,nosuid,noatime,noinit_itable';
      await hostCommand('mount', ['-t', 'ext4', '-o', options, file, this.mountPoint]);
      await rm(join(this.mountPoint, 'lost+found'), { recursive: true });
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  async use(): Promise<DiskUse> {
    const [own, host] = await Promise.all([statfs(this.mountPoint), statfs(this.folder)]);
    return {
      usedBytes: (own.blocks - own.bfree) * own.bsize,
      full: own.bavail * own.bsize < FULL_BYTES || own.ffree < FULL_INODES,
      hostFull: host.bavail * host.bsize < HOST_FULL_BYTES,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await releaseDisk(this.folder);
  }
}
