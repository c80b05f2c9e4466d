import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { guardDisk } from '../files/disk-error.ts';
import { claimIn, hasEnded } from './lease.ts';
import { ownedName, ownerOfName } from './owned-name.ts';

/** A temporary folder. It is removed on disposal, or by a sweep after its process has ended. */
export interface OwnedFolder extends AsyncDisposable {
  readonly path: string;
}

/**
 * Creates a temporary folder that names its owner.
 * @param stateDir where the lease of this process is, for those who sweep `parent`
 */
export async function makeOwnedFolder(parent: string, stateDir: string): Promise<OwnedFolder> {
  const claim = await claimIn(stateDir);
  const path = join(parent, ownedName());
  await guardDisk(path, () => mkdir(path, { recursive: true, mode: 0o700 }));
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      claim.release();
    },
  };
}

/** Removes or lists the folders of processes that have ended. Returns their names. */
export async function sweepOwnedFolders(
  parent: string,
  stateDir: string,
  dryRun: boolean,
): Promise<readonly string[]> {
  const names = await readdir(parent).catch(() => []);
  const stale: string[] = [];
  for (const name of names) {
    const owner = ownerOfName(name);
    if (owner !== undefined && (await hasEnded(owner, stateDir))) stale.push(name);
  }
  if (!dryRun) {
    await Promise.all(
      stale.map((name) => rm(join(parent, name), { recursive: true, force: true })),
    );
  }
  return stale;
}
