import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentOwner, ownerIsAlive } from '@refbench/files';

export interface ScratchFolder extends AsyncDisposable {
  /** Creates a subfolder that an unprivileged user in a container can read. */
  sub(name: string): Promise<string>;
}

/**
 * Creates a temporary folder for mounts of one container. It is in the state folder, because the
 * engine may not see the temporary folder of the system. Its name identifies its owner.
 */
export async function scratchFolder(stateDir: string): Promise<ScratchFolder> {
  const parent = scratchParent(stateDir);
  await mkdir(parent, { recursive: true });
  const path = await mkdtemp(join(parent, `${currentOwner().replaceAll(':', '_')}~`));
  await chmod(path, 0o755);
  return {
    async sub(name) {
      const folder = join(path, name);
      await mkdir(folder);
      await chmod(folder, 0o755);
      return folder;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Removes or lists the folders of processes that have ended. */
export async function sweepScratch(stateDir: string, dryRun: boolean): Promise<readonly string[]> {
  const parent = scratchParent(stateDir);
  const names = await readdir(parent).catch(() => []);
  const stale = names.filter(
    (name) => !ownerIsAlive((name.split('~')[0] ?? '').replaceAll('_', ':')),
  );
  if (!dryRun) {
    await Promise.all(
      stale.map((name) => rm(join(parent, name), { recursive: true, force: true })),
    );
  }
  return stale;
}

function scratchParent(stateDir: string): string {
  return join(stateDir, 'scratch');
}
