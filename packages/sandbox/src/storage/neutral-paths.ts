import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Containers can read their mount table, which shows the options of overlays as they were given.
 * Overlays of a disk are therefore named by a link of this folder, not by the folder in which the
 * user keeps the project.
 */
const LINKS = '/run/refbench';

/** Returns the link to the folder of a disk. It is known before either exists. */
export function neutralPath(diskFolder: string): string {
  return join(LINKS, basename(diskFolder).slice(-12));
}

export async function linkNeutralPath(diskFolder: string): Promise<void> {
  await mkdir(LINKS, { recursive: true, mode: 0o711 });
  await symlink(diskFolder, neutralPath(diskFolder));
}

/** Removes the link of a disk, unless it belongs to another state folder. */
export async function unlinkNeutralPath(diskFolder: string): Promise<void> {
  const link = neutralPath(diskFolder);
  const target = await readlink(link).catch(() => undefined);
  if (target === diskFolder) await rm(link, { force: true });
}
