import { access, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { LEASE_MS, RENEWAL_MS } from './file-clock.ts';
import { claimIn, hasEnded, sweepLeases, type Claim } from './lease.ts';
import { makeOwnedFolder, sweepOwnedFolders } from './owned-folder.ts';
import { encodeOwner } from './owned-name.ts';
import { currentOwner } from './process-owner.ts';

const own = currentOwner();
/** This process as another PID namespace sees it: it cannot tell whether it runs. */
const foreign = own.replace(/\d+$/, '1');

function leaseOf(stateDir: string, owner: string): string {
  return join(stateDir, 'leases', encodeOwner(owner));
}

/** Sets the time of a file back. */
async function age(path: string, ms: number): Promise<void> {
  const { mtimeMs } = await stat(path);
  const then = new Date(mtimeMs - ms);
  await utimes(path, then, then);
}

it('judges a process of another namespace by its lease', async () => {
  await using folder = await temporaryFolder();
  const claim = await claimIn(folder.path);
  const lease = leaseOf(folder.path, foreign);
  // Nothing is known without a lease, so the process counts as alive.
  expect(await hasEnded(foreign, folder.path)).toBe(false);
  await writeFile(lease, '.');
  expect(await hasEnded(foreign, folder.path)).toBe(false);
  await age(lease, LEASE_MS - 10_000);
  expect(await hasEnded(foreign, folder.path)).toBe(false);
  await age(lease, 20_000);
  expect(await hasEnded(foreign, folder.path)).toBe(true);
  // The time of the file system was read from a file that is gone.
  expect((await readdir(join(folder.path, 'leases'))).toSorted()).toEqual(
    [own, foreign].map(encodeOwner).toSorted(),
  );
  claim.release();
});

it('judges a process of the same namespace exactly, whatever its lease says', async () => {
  await using folder = await temporaryFolder();
  const claim = await claimIn(folder.path);
  await age(leaseOf(folder.path, own), 10 * LEASE_MS);
  expect(await hasEnded(own, folder.path)).toBe(false);
  const killed = own.replace(/^\d+/, '999999999');
  await writeFile(leaseOf(folder.path, killed), '.');
  expect(await hasEnded(killed, folder.path)).toBe(true);
  claim.release();
});

it('never judges by the name of a file elsewhere', async () => {
  await using folder = await temporaryFolder();
  const outside = join(folder.path, 'old');
  await writeFile(outside, '');
  await age(outside, 10 * LEASE_MS);
  expect(await hasEnded('../old', folder.path)).toBe(false);
});

/** Claims something, and returns what the timer of the lease calls. */
async function claimWithTimer(stateDir: string): Promise<{ claim: Claim; tick: () => void }> {
  const interval = vi.spyOn(globalThis, 'setInterval');
  const claim = await claimIn(stateDir);
  const [tick, ms] = interval.mock.calls[0] ?? [];
  expect(ms).toBe(RENEWAL_MS);
  return { claim, tick: () => tick?.() };
}

it('renews the lease until everything is released', async () => {
  await using folder = await temporaryFolder();
  const lease = leaseOf(folder.path, own);
  const stopped = vi.spyOn(globalThis, 'clearInterval');
  const { claim, tick } = await claimWithTimer(folder.path);
  await age(lease, 10 * LEASE_MS);
  const old = (await stat(lease)).mtimeMs;
  tick();
  const changed = async (): Promise<number> => (await stat(lease)).mtimeMs;
  await expect.poll(changed).toBeGreaterThan(old + LEASE_MS);
  // A sweep may remove it while this process is stopped.
  await rm(lease);
  tick();
  await expect.poll(() => access(lease)).toBeUndefined();
  const second = await claimIn(folder.path);
  second.release();
  second.release();
  expect(stopped).not.toHaveBeenCalled();
  claim.release();
  expect(stopped).toHaveBeenCalledOnce();
});

it('does not create a state folder again that was removed, before the next claim', async () => {
  await using folder = await temporaryFolder();
  const state = join(folder.path, 'state');
  const { claim, tick } = await claimWithTimer(state);
  await rm(state, { recursive: true });
  tick();
  await new Promise((resolve) => setImmediate(resolve));
  await expect(access(state)).rejects.toThrow(/ENOENT/);
  const second = await claimIn(state);
  await access(leaseOf(state, own));
  second.release();
  claim.release();
});

it('renews several times within the length of a lease', () => {
  expect(RENEWAL_MS * 4).toBeLessThan(LEASE_MS);
});

it('keeps the leases of ended processes until nothing of them can be left', async () => {
  await using folder = await temporaryFolder();
  const claim = await claimIn(folder.path);
  const lease = leaseOf(folder.path, foreign);
  await writeFile(lease, '.');
  await age(lease, 10 * LEASE_MS);
  await sweepLeases(folder.path);
  await access(lease);
  const month = 31 * 24 * 60 * 60_000;
  await Promise.all([age(lease, month), age(leaseOf(folder.path, own), month)]);
  await sweepLeases(folder.path);
  expect(await readdir(join(folder.path, 'leases'))).toEqual([encodeOwner(own)]);
  claim.release();
});

it('sweeps the folders of ended processes only', async () => {
  await using folder = await temporaryFolder();
  const parent = join(folder.path, 'scratch');
  await using owned = await makeOwnedFolder(parent, folder.path);
  const other = `${encodeOwner(foreign)}_0123456789ab`;
  await writeFile(join(parent, other), '');
  await writeFile(join(parent, 'notes'), '');
  expect(await sweepOwnedFolders(parent, folder.path, false)).toEqual([]);
  await writeFile(leaseOf(folder.path, foreign), '.');
  await age(leaseOf(folder.path, foreign), 2 * LEASE_MS);
  expect(await sweepOwnedFolders(parent, folder.path, true)).toEqual([other]);
  expect(await sweepOwnedFolders(parent, folder.path, false)).toEqual([other]);
  expect(await readdir(parent)).toHaveLength(2);
  await access(owned.path);
});
