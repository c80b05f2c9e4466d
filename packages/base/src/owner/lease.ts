import { rmSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { guardDisk } from '../files/disk-error.ts';
import { makeFolder } from '../files/make-folder.ts';
import { fileSystemNow, ranOut, renew, RENEWAL_MS } from './file-clock.ts';
import { decodeOwner, encodeOwner } from './owned-name.ts';
import { currentOwner, fateOf, type ProcessOwner } from './process-owner.ts';

/** The permission to own resources. It is released after the resource is gone. */
export interface Claim {
  release(): void;
}

/** What an ended process left is found with the help of its lease, so that is kept for some time. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const CONTENT = '.';

/** The leases of this process by file, with the number of resources that it owns. */
const leases = new Map<string, { claims: number; timer: NodeJS.Timeout | undefined }>();

/**
 * Announces that this process is going to own a resource that belongs to a state folder. Processes of
 * other PID namespaces cannot see this one. They see its lease in that folder, which is written here
 * and renewed as long as the process runs.
 * @throws RefbenchError kind `disk`
 */
export async function claimIn(stateDir: string): Promise<Claim> {
  const folder = leaseFolder(stateDir);
  const file = join(folder, encodeOwner(currentOwner()));
  const release = hold(file);
  try {
    // The state folder may have been deleted since the last claim.
    if (!(await renew(file, CONTENT))) {
      await makeFolder(folder);
      await guardDisk(file, () => writeFile(file, CONTENT));
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/**
 * Returns whether the process that owns something of a state folder has ended. The answer is exact for
 * processes of the same boot and PID namespace, whatever their lease says. Any other has ended if its
 * lease ran out. One without a lease there is not known, so it counts as alive.
 */
export async function hasEnded(owner: ProcessOwner, stateDir: string): Promise<boolean> {
  const fate = fateOf(owner);
  if (fate !== 'unknown') return fate === 'ended';
  const encoded = encodeOwner(owner);
  if (decodeOwner(encoded) === undefined) return false;
  return await ranOut(join(leaseFolder(stateDir), encoded));
}

/** Removes leases that ran out so long ago that nothing of their owners can be left. */
export async function sweepLeases(stateDir: string): Promise<void> {
  const folder = leaseFolder(stateDir);
  const names = await readdir(folder).catch(() => []);
  const now = names.length === 0 ? undefined : await fileSystemNow(join(folder, 'sweep'));
  if (now === undefined) return;
  for (const name of names) {
    const file = join(folder, name);
    const info = await stat(file).catch(() => undefined);
    if (info === undefined || now - info.mtimeMs < KEPT_MS) continue;
    if (fateOf(decodeOwner(name) ?? '') !== 'alive') await rm(file, { force: true });
  }
}

/** Counts a claim, and renews the lease until all are released. */
function hold(file: string): () => void {
  // A worker ends before its process.
  if (leases.size === 0 && isMainThread) process.once('exit', removeUnused);
  const lease = leases.get(file) ?? { claims: 0, timer: undefined };
  leases.set(file, lease);
  lease.claims += 1;
  lease.timer ??= setInterval(() => void renewLease(file), RENEWAL_MS).unref();
  let released = false;
  return () => {
    if (released) return;
    released = true;
    lease.claims -= 1;
    if (lease.claims > 0) return;
    clearInterval(lease.timer);
    lease.timer = undefined;
  };
}

async function renewLease(file: string): Promise<void> {
  if (await renew(file, CONTENT)) return;
  // A sweep removed it while this process was stopped. This fails if the whole folder is gone.
  await writeFile(file, CONTENT).catch(() => undefined);
}

/** A process that has left nothing behind needs no lease. */
function removeUnused(): void {
  for (const [file, { claims }] of leases) if (claims === 0) rmSync(file, { force: true });
}

function leaseFolder(stateDir: string): string {
  return join(resolve(stateDir), 'leases');
}
