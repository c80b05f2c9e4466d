import { readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '@refbench/base';
import { hostCommand } from './host-command.ts';
import { neutralPath, unlinkNeutralPath } from './neutral-paths.ts';

/** Subfolder of a disk where a directory of the container is mounted for reading. */
export const VIEW = 'view';

/** Subfolder of a disk with links to the lower layers of its overlays. */
export const LOWER = 'lower';

/** Subfolder of a disk where folders of the host are mounted for the container. */
export const FOLDERS = 'folders';

/** On a busy machine, an engine may release a mount seconds after it reported success. */
const ATTEMPTS = 50;
const PAUSE_MS = 200;

/**
 * Unmounts everything on a loop file, frees its device and removes it, whatever state a kill left
 * it in. Files are removed by name and folders only if empty, so that nothing is deleted through a
 * remaining mount.
 */
export async function releaseDisk(path: string): Promise<void> {
  // The mount table contains no symbolic links, but the path of the state folder may.
  const folder = await realpath(path).catch(() => path);
  for (const mount of await mountsOf(folder)) await unmount(mount);
  const file = join(folder, 'disk.img');
  for (const device of await attachedDevices(file)) await free(device, file);
  await rm(file, { force: true });
  await rm(join(folder, 'disk.json'), { force: true });
  await removeEmpty(join(folder, 'mnt'));
  await removeEmpty(join(folder, VIEW));
  for (const name of (await unlessMissing(readdir(join(folder, FOLDERS)))) ?? []) {
    await removeEmpty(join(folder, FOLDERS, name));
  }
  await removeEmpty(join(folder, FOLDERS));
  // Only links, which are not followed.
  await rm(join(folder, LOWER), { recursive: true, force: true });
  await unlinkNeutralPath(path);
  await removeEmpty(folder);
}

/** Returns the mount points in the folder, the latest first. */
async function mountsOf(folder: string): Promise<readonly string[]> {
  const names = [folder, neutralPath(folder)];
  const table = (await unlessMissing(readFile('/proc/self/mountinfo', 'utf8'))) ?? '';
  return table
    .split('\n')
    .filter((line) => names.some((name) => unescaped(line).includes(`${name}/`)))
    .map(mountPoint)
    .toReversed();
}

/** The table encodes a blank as \040. */
function unescaped(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** Returns field 5 of a line. */
function mountPoint(line: string): string {
  return unescaped(line.split(' ').at(4) ?? '');
}

async function unmount(point: string): Promise<void> {
  await retryUntilDone(
    () => hostCommand('umount', [point]),
    async () => !(await isMounted(point)),
  );
}

/** The kernel may free a device itself at the same time, some time after its mount has ended. */
async function free(device: string, file: string): Promise<void> {
  await retryUntilDone(
    () => hostCommand('losetup', ['-d', device]),
    async () => !(await attachedDevices(file)).includes(device),
  );
}

/** Retries an action until it succeeds or its goal has been reached otherwise. */
async function retryUntilDone(
  act: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      return;
    } catch (error) {
      if (await isDone()) return;
      if (attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function isMounted(point: string): Promise<boolean> {
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  return table.split('\n').some((line) => mountPoint(line) === point);
}

/**
 * Returns devices that are still attached. Unmounting normally frees the device, unless the mount
 * was interrupted.
 */
async function attachedDevices(file: string): Promise<readonly string[]> {
  const names = (await readdir('/sys/block')).filter((name) => name.startsWith('loop'));
  const found = await Promise.all(
    names.map(async (name) => {
      const backing = await readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(
        () => '',
      );
      return backing.trim() === file ? `/dev/${name}` : undefined;
    }),
  );
  return found.filter((device) => device !== undefined);
}

async function removeEmpty(folder: string): Promise<void> {
  await unlessMissing(rmdir(folder));
}

/** What cannot be read for another reason, such as too many open files, may well be there. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}
