import { link, open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode, guardDisk } from '../files/disk-error.ts';
import { parseJson } from '../files/json-file.ts';
import { RENEWAL_MS, renewOpen } from './file-clock.ts';

/** Who holds a lock. The token is different for each lock. */
export interface Holder {
  readonly owner: string;
  readonly host: string;
  readonly token: string;
}

const holderSchema: z.ZodType<Holder> = z.strictObject({
  owner: z.string(),
  host: z.string(),
  token: z.string(),
});

/** The file has an unknown format, so it cannot be assumed to be free. */
export const UNKNOWN_HOLDER: Holder = { owner: 'unknown', host: 'unknown', token: '' };

const ABANDONED_CLAIM_MS = 5_000;

/** The lock that was created, or the time of the file system at which another one existed. */
export type LockAttempt =
  | { readonly kind: 'acquired'; readonly lock: AsyncDisposable }
  | { readonly kind: 'taken'; readonly now: number };

/** Creating a hard link is atomic, so no reader ever sees an empty lock. */
export async function tryToLock(path: string, holder: Holder): Promise<LockAttempt> {
  const temporary = `${path}.${holder.token}`;
  const text = JSON.stringify(holder);
  const { handle, now } = await guardDisk(path, () => writeHolder(temporary, text));
  let acquired = false;
  try {
    await link(temporary, path);
    acquired = true;
    return { kind: 'acquired', lock: held(path, holder, { handle, text }) };
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return { kind: 'taken', now };
    throw error;
  } finally {
    if (!acquired) await handle.close();
    await rm(temporary, { force: true });
  }
}

/** Returns the holder of a lock, or undefined if there is no lock. */
export async function readHolder(path: string): Promise<Holder | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  const parsed = parseJson(text, holderSchema);
  return parsed.kind === 'valid' ? parsed.value : UNKNOWN_HOLDER;
}

/**
 * Two waiting processes may both find the lock stale. Only the one that creates this link removes
 * it.
 */
export async function removeStale(path: string, stale: Holder, now: number): Promise<void> {
  const claim = `${path}.stale-${stale.token}`;
  try {
    await link(path, claim);
  } catch {
    // Another process is removing the lock, or was killed while it did and left its claim behind.
    const age = await stat(claim).then(
      (info) => now - info.ctimeMs,
      () => 0,
    );
    if (age > ABANDONED_CLAIM_MS) await rm(claim, { force: true });
    await sleep(20);
    return;
  }
  if ((await readHolder(path))?.token === stale.token) await rm(path, { force: true });
  await rm(claim, { force: true });
}

async function writeHolder(
  path: string,
  text: string,
): Promise<{ readonly handle: FileHandle; readonly now: number }> {
  const handle = await open(path, 'wx');
  try {
    await handle.write(text, 0);
    return { handle, now: (await handle.stat()).mtimeMs };
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Renews the lock through the open file, which stays this lock even if another process has taken the
 * path over in the meantime.
 */
function held(
  path: string,
  holder: Holder,
  { handle, text }: { readonly handle: FileHandle; readonly text: string },
): AsyncDisposable {
  const timer = setInterval(() => void renewOpen(handle, text), RENEWAL_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await handle.close();
      if ((await readHolder(path))?.token === holder.token) await rm(path, { force: true });
    },
  };
}
