import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineApi } from '../api/engine-api.ts';
import { createVolume } from '../api/create-volume.ts';
import { removeVolume } from '../api/remove.ts';
import { AGENT_UID } from '../security-profile/profile.ts';
import { SCRATCH } from './writable-directories.ts';
import { LoopDisk, MOUNT_POINT } from './loop-disk.ts';
import type { LowerTree } from './lower-tree.ts';
import type { StateFolder } from './state-folder.ts';
import { bindMount, type HostFolder, type StoragePlan } from '../contract/storage-plan.ts';

export interface OverlayInput {
  readonly api: EngineApi;
  readonly state: StateFolder;
  readonly limitBytes: number;
  /** Name of the container and prefix of its volumes. */
  readonly name: string;
  readonly run: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly trees: ReadonlyMap<string, LowerTree>;
  /** Folders of this host that the container sees read-only. Their names stay hidden from it. */
  readonly folders: readonly string[];
  /** True if the root file system is writable, so that its size must be measured. */
  readonly polled: boolean;
}

/**
 * Puts all writable directories on one file system of limited size. Each is an overlay of a
 * directory of the image (unpacked once, never copied) and an upper folder on a loop disk.
 */
export function overlayStorage(input: OverlayInput): StoragePlan {
  const disk = LoopDisk.reserve(input.state);
  const parts = [...input.trees].map(([directory, tree], index): Part => ({
    directory,
    volume: `${input.name}-${index}`,
    name: String(index),
    lower: tree.kind === 'tree' ? tree.path : undefined,
  }));
  const folders = new Map(input.folders.map((source, index) => [source, String(index)]));
  return {
    method: 'overlay-loop',
    ownFileSystem: true,
    mounts: parts.map(({ directory, volume }) => ({
      Type: 'volume',
      Source: volume,
      Target: directory,
      ReadOnly: false,
      // Otherwise the engine mounts it on creation to copy the files of the image.
      VolumeOptions: { NoCopy: true },
    })),
    readOnly: ({ source, target }) => {
      const name = folders.get(source);
      return bindMount({ source: name === undefined ? source : disk.folderPath(name), target });
    },
    storageOpt: undefined,
    polled: input.polled,
    createVolumes: async () => {
      // Engines refuse to create a container whose mounts have no source.
      for (const name of folders.values()) await disk.makeFolder(name);
      await createVolumes(disk, parts, input);
    },
    prepareDisk: async () => {
      await disk.mount(input.limitBytes, input.run);
      await Promise.all(parts.map((part) => prepareFolders(disk, part)));
      for (const [source, name] of folders) await disk.mountFolder(name, source);
    },
    diskUse: () => disk.use(),
    freeReserve: () => disk.freeReserve(),
    async openFolder(directory) {
      const found = parts.find((candidate) => candidate.directory === directory);
      return found === undefined ? undefined : await openPart(disk, found);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(parts.map(({ volume }) => removeVolume(input.api, volume)));
      await disk[Symbol.asyncDispose]();
    },
  };
}

interface Part {
  readonly directory: string;
  readonly volume: string;
  /** The name of its folder on the disk. */
  readonly name: string;
  /** The directory of the image. Undefined for an empty one. */
  readonly lower: string | undefined;
}

/** The merged directory has the owner and mode of the upper folder, so copy those of the image. */
async function prepareFolders(disk: LoopDisk, { directory, name, lower }: Part): Promise<void> {
  const base = join(disk.mountPoint, name);
  const upper = join(base, 'upper');
  await mkdir(upper, { recursive: true });
  await mkdir(join(base, 'work'));
  if (lower !== undefined) {
    await disk.linkLower(name, lower);
    const { uid, gid, mode } = await stat(lower);
    await chown(upper, uid, gid);
    await chmod(upper, mode & 0o7777);
  } else if (SCRATCH.has(directory)) {
    await chmod(upper, 0o1777);
  } else {
    await chown(upper, AGENT_UID, AGENT_UID);
    await chmod(upper, 0o755);
  }
}

async function createVolumes(
  disk: LoopDisk,
  parts: readonly Part[],
  input: OverlayInput,
): Promise<void> {
  await Promise.all(
    parts.map((part) =>
      createVolume(input.api, part.volume, input.labels, driverOptions(disk, part)),
    ),
  );
}

/**
 * Mounts the upper folder and the directory of the image as two lower layers. Such a mount writes
 * nothing and needs no free space.
 */
async function openPart(disk: LoopDisk, { name, lower }: Part): Promise<HostFolder> {
  const upper = join(disk.mountPoint, name, 'upper');
  if (lower === undefined) return { path: upper, [Symbol.asyncDispose]: () => Promise.resolve() };
  // By short paths, because newer versions of mount take no option of more than 256 bytes.
  const layers = `${join(disk.neutral, MOUNT_POINT, name, 'upper')}:${disk.lowerPath(name)}`;
  const path = await disk.mountView(`ro,lowerdir=${layers}`);
  return { path, [Symbol.asyncDispose]: () => disk.unmountView() };
}

function driverOptions(disk: LoopDisk, { name, lower }: Part): Record<string, string> {
  // The table of mounts shows a bind mount by its path on the disk, so the true name tells nothing.
  if (lower === undefined) {
    return { type: 'none', device: join(disk.mountPoint, name, 'upper'), o: 'bind' };
  }
  const base = join(disk.neutral, MOUNT_POINT, name);
  const layers = `lowerdir=${disk.lowerPath(name)},upperdir=${join(base, 'upper')},workdir=${join(base, 'work')}`;
  return { type: 'overlay', device: 'overlay', o: `nosuid,nodev,${layers}` };
}
