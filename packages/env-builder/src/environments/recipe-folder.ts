import { chmod, cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode, exists, makeOwnedFolder } from '@refbench/base';
import { readRecipe, RECIPE_FOLDER, type AddedFiles } from './recipe.ts';

/**
 * Returns the folder with all scripts of an instance: `environment/` itself, or a copy in the state
 * folder that also has the files that instance.yaml asks for.
 * @throws RefbenchError kind `invalid-file`
 */
export async function recipeFolder(instanceDir: string, stateDir: string): Promise<string> {
  const own = resolve(instanceDir, RECIPE_FOLDER);
  const { added, digest } = await readRecipe(instanceDir);
  if (added.size === 0) return own;
  const name = digest.replace(/^.*:/, '');
  const folder = join(resolve(stateDir), 'recipes', name);
  if (await exists(folder)) return folder;
  await using staging = await makeOwnedFolder(join(stateDir, 'scratch'), stateDir);
  const copy = join(staging.path, name);
  await cp(own, copy, { recursive: true, verbatimSymlinks: true });
  await writeAdded(copy, added);
  await mkdir(dirname(folder), { recursive: true });
  // Another process may have been faster. Its copy has the same bytes.
  await rename(copy, folder).catch((error: unknown) => {
    if (!/^(?:EEXIST|ENOTEMPTY)$/.test(errorCode(error) ?? '')) throw error;
  });
  return folder;
}

/**
 * Completes a copy of `environment/`, so that it stands alone.
 * @throws RefbenchError kind `invalid-file`
 */
export async function completeRecipe(instanceDir: string, copy: string): Promise<void> {
  await writeAdded(copy, (await readRecipe(instanceDir)).added);
}

async function writeAdded(folder: string, added: AddedFiles): Promise<void> {
  for (const [name, { bytes, executable }] of added) {
    await writeFile(join(folder, name), bytes);
    await chmod(join(folder, name), executable ? 0o755 : 0o644);
  }
}
