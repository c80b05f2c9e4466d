import { cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKED_NAMES } from '@refbench/contracts';
import { errorCode, guardDisk, makeFolder } from '@refbench/base';
import type { Workspace } from '@refbench/workspace';

/** Matches the instances that are bundled with their repository, so that nothing is fetched. */
export const BUNDLED_PATTERN = 'refbench__*';

const BUNDLED_PREFIX = BUNDLED_PATTERN.slice(0, -1);

/** The folder that contains the bundled `instances` and `rules`, in the package or in a checkout. */
async function bundledFolder(): Promise<string> {
  const inPackage = fileURLToPath(new URL('../../bundled', import.meta.url));
  return (await exists(inPackage))
    ? inPackage
    : fileURLToPath(new URL('../../../..', import.meta.url));
}

/**
 * Copies the bundled instance and its rules into a workspace. Existing folders are not changed.
 * @returns the folders that were added
 * @throws RefbenchError kind `disk` if a folder cannot be written
 */
export async function addBundledInstance(
  { instancesDir, rulesDir }: Pick<Workspace, 'instancesDir' | 'rulesDir'>,
  source?: string,
): Promise<readonly string[]> {
  const from = source ?? (await bundledFolder());
  const added: string[] = [];
  // The rules are copied first, because an instance is listed as soon as its folder exists.
  for (const [kind, target] of [
    ['rules', rulesDir],
    ['instances', instancesDir],
  ] as const) {
    const names = await readdir(join(from, kind));
    for (const name of names.filter((one) => one.startsWith(BUNDLED_PREFIX))) {
      const folder = join(target, name);
      if (await exists(folder)) continue;
      await guardDisk(folder, () => copyFolder(join(from, kind, name), folder));
      added.push(folder);
    }
  }
  return added;
}

/** Renames the complete copy into place, so that an interrupted copy is never taken for an instance. */
async function copyFolder(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  const partial = await mkdtemp(join(dirname(to), '.copy-'));
  try {
    const copy = join(partial, 'copy');
    await cp(from, copy, { recursive: true });
    for (const path of await readdir(copy, { recursive: true })) {
      const name = PACKED_NAMES[basename(path)];
      if (name !== undefined) await rename(join(copy, path), join(copy, dirname(path), name));
    }
    await rename(copy, to);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
