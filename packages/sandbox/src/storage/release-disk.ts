import { readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostCommand } from './host-command.ts';

/** Within a disk's folder: where a container's directory is mounted to be read. */
export const VIEW = 'view';

/** On a busy machine an engine may let go of a mount seconds after it said so. */
const ATTEMPTS = 50;
const PAUSE_MS = 200;

/**
 * Unmounts what stands on a loop file, frees its device and removes it, from whatever state a kill
 * left it in. Files are removed by name and folders only when empty, so that nothing is ever deleted
 * through a mount that is still there.
 */
export async function releaseDisk(path: string): Promise<void> {
  // The table of mounts knows no symbolic links, and a state folder may lie behind one.
  const folder = await realpath(path).catch(() => path);
  for (const mount of await mountsOf(folder)) await unmount(mount);
  const file = join(folder, 'disk.img');
  for (const device of await looseDevices(file)) await free(device, file);
  await rm(file, { force: true });
  await rm(join(folder, 'disk.json'), { force: true });
  await removeEmpty(join(folder, 'mnt'));
  await removeEmpty(join(folder, VIEW));
  await removeEmpty(folder);
}

/** Mount points in or upon the folder, the last mounted first. */
async function mountsOf(folder: string): Promise<readonly string[]> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return table
    .split('\n')
    .filter((line) => unescaped(line).includes(`${folder}/`))
    .map(mountPoint)
    .toReversed();
}

/** The table writes a blank as \040. */
function unescaped(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** Field 5 of a line. */
function mountPoint(line: string): string {
  return unescaped(line.split(' ').at(4) ?? '');
}

async function unmount(point: string): Promise<void> {
  await insist(
    () => hostCommand('umount', [point]),
    async () => !(await isMounted(point)),
  );
}

/** The kernel may free a device by itself at the very moment, some time after its mount is gone. */
async function free(device: string, file: string): Promise<void> {
  await insist(
    () => hostCommand('losetup', ['-d', device]),
    async () => !(await looseDevices(file)).includes(device),
  );
}

/** A failure counts only while what was wanted has not come about in another way. */
async function insist(act: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
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

/** A mount frees its device by itself; one that was killed half-way may not have come so far. */
async function looseDevices(file: string): Promise<readonly string[]> {
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
  try {
    await rmdir(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
