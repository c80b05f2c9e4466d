import { randomBytes } from 'node:crypto';
import { open, rm, stat, utimes, writeFile, type FileHandle } from 'node:fs/promises';

/** How often the holder of a lease or a lock shows that it lives. */
export const RENEWAL_MS = 15_000;

/** A lease or lock that was not renewed for this time has run out. Busy machines need reserves. */
export const LEASE_MS = 120_000;

/**
 * Returns the time of the file system that a path is on. Its clock may differ from that of this
 * machine, so times of files are only compared with it. Undefined if nothing can be written there.
 */
export async function fileSystemNow(beside: string): Promise<number | undefined> {
  const probe = `${beside}.now-${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(probe, '', { flag: 'wx' });
    return (await stat(probe)).mtimeMs;
  } catch {
    return undefined;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** Returns whether a file exists and was last renewed more than the length of a lease before. */
export async function ranOut(path: string, now?: number): Promise<boolean> {
  const renewed = await stat(path).catch(() => undefined);
  const time = renewed === undefined ? undefined : (now ?? (await fileSystemNow(path)));
  return renewed !== undefined && time !== undefined && time - renewed.mtimeMs > LEASE_MS;
}

/**
 * Writes the first bytes of a file again, so that its file system sets the time. Returns false if that
 * is impossible, because the file is gone.
 */
export async function renew(path: string, text: string): Promise<boolean> {
  const write = async (): Promise<void> => {
    await using handle = await open(path, 'r+');
    await handle.write(text, 0);
  };
  return await writeOrTouch(write, (now) => utimes(path, now, now));
}

/** Like `renew`, for a file that is open, whatever is at its path by now. */
export async function renewOpen(handle: FileHandle, text: string): Promise<boolean> {
  return await writeOrTouch(
    () => handle.write(text, 0),
    (now) => handle.utimes(now, now),
  );
}

/** A full disk, or too many open files, may refuse the write. */
async function writeOrTouch(
  write: () => Promise<unknown>,
  touch: (now: Date) => Promise<void>,
): Promise<boolean> {
  return await write()
    .catch(() => touch(new Date()))
    .then(
      () => true,
      () => false,
    );
}
