import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { z } from 'zod';
import { guardDisk } from './disk-error.ts';
import { parseJson } from './json-file.ts';
import { makeFolder } from './make-folder.ts';
import { currentOwner, ownerIsAlive, ownerPid } from './process-owner.ts';

const holderSchema = z.strictObject({ owner: z.string(), host: z.string(), token: z.string() });
type Holder = z.infer<typeof holderSchema>;

const ABANDONED_CLAIM_MS = 5_000;

/**
 * Acquires a lock file, or fails immediately with the name of the holder. A lock whose process has
 * ended (killed, or from before a reboot) is taken over.
 * @param thing what is locked, for messages, e.g. `run "demo"`
 * @throws RefbenchError kind `in-use`
 */
export async function acquireLock(path: string, thing: string): Promise<AsyncDisposable> {
  const holder: Holder = {
    owner: currentOwner(),
    host: hostname(),
    token: randomBytes(8).toString('hex'),
  };
  await makeFolder(dirname(path));
  for (;;) {
    if (await tryAcquire(path, holder))
      return { [Symbol.asyncDispose]: () => release(path, holder) };
    const other = await readHolder(path);
    if (other === undefined) continue;
    if (other.host !== holder.host || ownerIsAlive(other.owner)) throw inUse(path, thing, other);
    await removeStale(path, other);
  }
}

/** Returns whether a process holds a lock file. A holder on another host counts as alive. */
export async function isLockHeld(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  return holder !== undefined && (holder.host !== hostname() || ownerIsAlive(holder.owner));
}

/** Waits for the lock, runs the work and releases the lock. */
export async function withLock<T>(
  path: string,
  thing: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    let lock: AsyncDisposable;
    try {
      lock = await acquireLock(path, thing);
    } catch (error) {
      if (!RefbenchError.isInstance(error) || error.kind !== 'in-use') throw error;
      await sleep(200);
      continue;
    }
    await using _held = lock;
    return await work();
  }
}

/** Creating a hard link is atomic, so no reader ever sees an empty lock. */
async function tryAcquire(path: string, holder: Holder): Promise<boolean> {
  const temporary = `${path}.${holder.token}`;
  await guardDisk(path, () => writeFile(temporary, JSON.stringify(holder)));
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  const parsed = parseJson(text, holderSchema);
  // The file has an unknown format, so it cannot be assumed to be free.
  return parsed.kind === 'valid' ? parsed.value : { owner: 'unknown', host: 'unknown', token: '' };
}

/**
 * Two waiting processes may both find the lock stale. Only the one that creates this link removes
 * it.
 */
async function removeStale(path: string, stale: Holder): Promise<void> {
  const claim = `${path}.stale-${stale.token}`;
  try {
    await link(path, claim);
  } catch {
    // Another process is removing the lock, or was killed while it did and left its claim behind.
    const age = await stat(claim).then(
      (info) => Date.now() - info.ctimeMs,
      () => 0,
    );
    if (age > ABANDONED_CLAIM_MS) await rm(claim, { force: true });
    await sleep(20);
    return;
  }
  if ((await readHolder(path))?.token === stale.token) await rm(path, { force: true });
  await rm(claim, { force: true });
}

async function release(path: string, holder: Holder): Promise<void> {
  if ((await readHolder(path))?.token === holder.token) await rm(path, { force: true });
}

function inUse(path: string, thing: string, holder: Holder): RefbenchError {
  return new RefbenchError({
    kind: 'in-use',
    message: `${thing} is in use by process ${ownerPid(holder.owner)} on ${holder.host}`,
    hint: `wait for it to end, or stop it; if no such process runs, remove ${path}`,
  });
}
