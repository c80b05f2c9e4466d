import { rename, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { guardDisk, makeFolder, makeOwnedFolder, sweepOwnedFolders } from '@refbench/base';
import type { Workspace } from '@refbench/workspace';
import type { InstallPlan } from './plan-install.ts';
import { pathOfPlace } from './places.ts';
import { writePlace } from './write-place.ts';

/** Folder for what is not complete yet, beside its destination, so that a rename completes it. */
const ARRIVING = '.arriving';

/**
 * Writes a data set into a workspace. Every file and folder is complete before it gets its name. If the
 * work fails, the workspace is as it was.
 * @throws RefbenchError kind `disk`
 */
export async function installPlaces(workspace: Workspace, plan: InstallPlan): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  const { instancesDir, rulesDir, stateDir } = workspace;
  await using rules = await arrivingIn(rulesDir, stateDir);
  await using instances = await arrivingIn(instancesDir, stateDir);
  const scratchOf = (name: string): string => (name.startsWith('rules/') ? rules : instances).path;
  const setAside = async (name: string): Promise<void> => {
    const path = pathOfPlace(workspace, name);
    const aside = join(scratchOf(name), `old-${basename(name)}`);
    await rename(path, aside);
    undo.push(() => rename(aside, path));
  };
  try {
    for (const place of [...plan.add, ...plan.replace]) {
      await guardDisk(place.path, async () => {
        const complete = join(scratchOf(place.name), `new-${basename(place.name)}`);
        await writePlace(complete, place.files);
        if (plan.replace.includes(place)) await setAside(place.name);
        await rename(complete, place.path);
      });
      undo.push(() => rm(place.path, { recursive: true, force: true }));
    }
    for (const name of plan.remove) {
      await guardDisk(pathOfPlace(workspace, name), () => setAside(name));
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    throw error;
  }
}

/** A folder in another one for parts of it. What a killed process left there is removed first. */
async function arrivingIn(
  folder: string,
  stateDir: string,
): Promise<{ readonly path: string } & AsyncDisposable> {
  const parent = join(folder, ARRIVING);
  await makeFolder(parent);
  await sweepOwnedFolders(parent, stateDir, false);
  const owned = await makeOwnedFolder(parent, stateDir);
  return {
    path: owned.path,
    async [Symbol.asyncDispose]() {
      await owned[Symbol.asyncDispose]();
      // It stays if another process uses it.
      await rmdir(parent).catch(() => undefined);
    },
  };
}
