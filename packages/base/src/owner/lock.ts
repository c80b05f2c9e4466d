import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { readHolder, removeStale, tryToLock, UNKNOWN_HOLDER, type Holder } from './lock-file.ts';
import { makeFolder } from '../files/make-folder.ts';
import { LEASE_MS, ranOut } from './file-clock.ts';
import { currentOwner, fateOf, ownerPid } from './process-owner.ts';

/**
 * Acquires a lock file, or fails immediately with the name of the holder. The lock of a process that
 * has ended is taken over. If the process cannot be seen from here (another PID namespace, another
 * machine, an earlier boot), this takes until the lock has not been renewed for two minutes.
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
    const attempt = await tryToLock(path, holder);
    if (attempt.kind === 'acquired') return attempt.lock;
    const other = await readHolder(path);
    if (other === undefined) continue;
    if (!(await isAbandoned(path, other, attempt.now))) throw inUse(path, thing, other);
    await removeStale(path, other, attempt.now);
  }
}

/** Returns whether a process holds a lock file. One that cannot be judged counts as alive. */
export async function isLockHeld(path: string): Promise<boolean> {
  const holder = await readHolder(path);
  return holder !== undefined && !(await isAbandoned(path, holder));
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

async function isAbandoned(path: string, holder: Holder, now?: number): Promise<boolean> {
  if (holder === UNKNOWN_HOLDER) return false;
  const fate = fateOf(holder.owner);
  return fate === 'unknown' ? await ranOut(path, now) : fate === 'ended';
}

function inUse(path: string, thing: string, holder: Holder): RefbenchError {
  return new RefbenchError({
    kind: 'in-use',
    message: `${thing} is in use by process ${ownerPid(holder.owner)} on ${holder.host}`,
    hint: `wait for it to end, or stop it${afterwards(path, holder)}`,
  });
}

function afterwards(path: string, holder: Holder): string {
  if (holder === UNKNOWN_HOLDER) return `; if no such process runs, remove ${path}`;
  if (fateOf(holder.owner) !== 'unknown') return '';
  return `; it cannot be seen from here, so the lock is taken over ${LEASE_MS / 1000} s after it stops renewing ${path}`;
}
