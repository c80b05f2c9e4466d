import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guardDisk, makeFolder } from '@refbench/base';
import type { StateFolder } from './state-folder.ts';

/**
 * Notes that an image was built with this state folder. The image itself cannot say so: it is the same
 * for all who build it.
 */
export async function noteBuiltImage(
  state: StateFolder,
  id: string,
  reference: string,
): Promise<void> {
  await makeFolder(state.built);
  const note = join(state.built, plainId(id));
  await guardDisk(note, () => writeFile(note, `${reference}\n`));
}

/** Returns the ids of all images that were built with this state folder. */
export async function builtImages(state: StateFolder): Promise<ReadonlySet<string>> {
  const names = await readdir(state.built).catch(() => []);
  return new Set(names.map((name) => `sha256:${name}`));
}

/** Removes the notes of images that were removed. */
export async function forgetImages(state: StateFolder, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => rm(join(state.built, plainId(id)), { force: true })));
}

/** Returns the id without its algorithm, which some engines leave out. */
export function plainId(id: string): string {
  return id.replace(/^sha256:/, '');
}
