import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentOwner, ownerIsAlive } from '@refbench/files';

export interface ScratchFolder extends AsyncDisposable {
  /** Makes a folder in it that a container's unprivileged user can read. */
  sub(name: string): Promise<string>;
}

/**
 * A folder for what one container sees of the host, gone at the end. It lies in the state folder: a
 * temporary folder of the system may not be visible to the engine. Its name tells its owner.
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

/** Removes (or lists) the folders of processes that are gone. */
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
