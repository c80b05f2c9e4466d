import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnedFolder, sweepOwnedFolders } from '@refbench/base';

export interface ScratchFolder extends AsyncDisposable {
  /** Creates a subfolder that an unprivileged user in a container can read. */
  sub(name: string): Promise<string>;
}

/**
 * Creates a temporary folder for mounts of one container. It is in the state folder, because the
 * engine may not see the temporary folder of the system. Its name identifies its owner.
 */
export async function scratchFolder(stateDir: string): Promise<ScratchFolder> {
  const owned = await makeOwnedFolder(scratchParent(stateDir), stateDir);
  await chmod(owned.path, 0o755);
  return {
    async sub(name) {
      const folder = join(owned.path, name);
      await mkdir(folder);
      await chmod(folder, 0o755);
      return folder;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Removes or lists the folders of processes that have ended. */
export async function sweepScratch(stateDir: string, dryRun: boolean): Promise<readonly string[]> {
  return await sweepOwnedFolders(scratchParent(stateDir), stateDir, dryRun);
}

function scratchParent(stateDir: string): string {
  return join(stateDir, 'scratch');
}
