import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineApi } from '../api/engine-api.ts';
import { removeVolume } from '../api/remove.ts';
import { AGENT_UID } from '../security-profile/profile.ts';
import { SCRATCH } from './writable-directories.ts';
import { LoopDisk } from './loop-disk.ts';
import type { LowerTree } from './lower-tree.ts';
import type { StateFolder } from './state-folder.ts';
import type { HostFolder, StoragePlan } from './storage-plan.ts';

export interface OverlayInput {
  readonly api: EngineApi;
  readonly state: StateFolder;
  readonly limitBytes: number;
  /** Name of the container and prefix of its volumes. */
  readonly name: string;
  readonly run: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly trees: ReadonlyMap<string, LowerTree>;
  /** True if the root file system is writable, so that its size must be measured. */
  readonly polled: boolean;
}

/**
 * Puts all writable directories on one file system of limited size. Each is an overlay of a
 * directory of the image (unpacked once, never copied) and an upper folder on a loop disk.
 */
export function overlayStorage(input: OverlayInput): StoragePlan {
  const disk = LoopDisk.reserve(input.state);
  const parts = [...input.trees].map(([directory, tree], index) =>
    part({
      directory,
      tree,
      volume: `${input.name}-${index}`,
      base: join(disk.mountPoint, String(index)),
    }),
  );
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
    storageOpt: undefined,
    polled: input.polled,
    createVolumes: () => createVolumes(parts, input),
    prepareDisk: () => prepareDisk(disk, parts, input),
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
  readonly base: string;
  /** The directory of the image. Undefined for an empty one. */
  readonly lower: string | undefined;
}

function part(input: {
  readonly directory: string;
  readonly tree: LowerTree;
  readonly volume: string;
  readonly base: string;
}): Part {
  const { directory, tree, volume, base } = input;
  const lower = tree.kind === 'tree' ? tree.path : undefined;
  return { directory, volume, base, lower };
}

async function prepareDisk(
  disk: LoopDisk,
  parts: readonly Part[],
  input: OverlayInput,
): Promise<void> {
  await disk.mount(input.limitBytes, input.run);
  await Promise.all(parts.map(prepareFolders));
}

/** The merged directory has the owner and mode of the upper folder, so copy those of the image. */
async function prepareFolders({ directory, base, lower }: Part): Promise<void> {
  const upper = join(base, 'upper');
  await mkdir(upper, { recursive: true });
  await mkdir(join(base, 'work'));
  if (lower !== undefined) {
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

async function createVolumes(parts: readonly Part[], input: OverlayInput): Promise<void> {
  await Promise.all(
    parts.map(({ volume, base, lower }) =>
      input.api.text({
        method: 'POST',
        path: '/volumes/create',
        body: {
          Name: volume,
          Driver: 'local',
          DriverOpts: driverOptions(base, lower),
          Labels: input.labels,
        },
        timeoutMs: 60_000,
      }),
    ),
  );
}

/**
 * Mounts the upper folder and the directory of the image as two lower layers. Such a mount writes
 * nothing and needs no free space.
 */
async function openPart(disk: LoopDisk, { base, lower }: Part): Promise<HostFolder> {
  const upper = join(base, 'upper');
  if (lower === undefined) return { path: upper, [Symbol.asyncDispose]: () => Promise.resolve() };
  const path = await disk.mountView(`ro,lowerdir=${upper}:${lower}`);
  return { path, [Symbol.asyncDispose]: () => disk.unmountView() };
}

function driverOptions(base: string, lower: string | undefined): Record<string, string> {
  const upper = join(base, 'upper');
  if (lower === undefined) return { type: 'none', device: upper, o: 'bind' };
  const layers = `nosuid,nodev,lowerdir=${lower},upperdir=${upper},workdir=${join(base, 'work')}`;
  return { type: 'overlay', device: 'overlay', o: layers };
}
