import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { instanceSchema, RefbenchError } from '@refbench/contracts';
import { exists, guardDisk, makeFolder, readYamlFile } from '@refbench/base';
import { datasetOf, markInstance, readAdmission, type CatalogEntry } from '@refbench/instances';
import { type Workspace } from '@refbench/workspace';

/** The workspace in which candidates are worked on, until they are admitted. */
export function stagingOf(workspace: Workspace, folder: string): Workspace {
  return {
    ...workspace,
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
  };
}

/** @throws RefbenchError kind `invalid-file` */
export async function entryOf(workspace: Workspace, id: string): Promise<CatalogEntry> {
  const dir = join(workspace.instancesDir, id);
  const instance = await readYamlFile(join(dir, 'instance.yaml'), instanceSchema);
  return { instance, dir, rulesDir: join(workspace.rulesDir, id) };
}

/** Copies a folder such that it is either complete or absent. An earlier copy is replaced. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  await makeFolder(dirname(to));
  await guardDisk(to, async () => {
    await rm(partial, { recursive: true, force: true });
    await cp(from, partial, { recursive: true, verbatimSymlinks: true });
    await rm(to, { recursive: true, force: true });
    await rename(partial, to);
  });
}

/**
 * Moves an admitted instance and its rules to their final place, with the canary of the data set there.
 * The instance comes last, so that it never lacks its rules. A killed move is finished when it is repeated.
 * @throws RefbenchError kind `usage` if another instance has the place
 */
export async function promote(staged: CatalogEntry, workspace: Workspace): Promise<void> {
  const { id } = staged.instance;
  const dir = join(workspace.instancesDir, id);
  const rulesDir = join(workspace.rulesDir, id);
  if (await exists(dir)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${dir} is there already`,
      hint: 'remove it from the candidates, or move the folder away',
    });
  }
  const dataset = await datasetOf({ dir });
  if (dataset !== undefined) await markInstance(staged, dataset);
  await copyWhole(staged.rulesDir, rulesDir);
  await copyWhole(staged.dir, dir);
  await rm(staged.rulesDir, { recursive: true, force: true });
  await rm(staged.dir, { recursive: true, force: true });
}

/** Whether the instance is admitted at its final place, and so only the record of it is missing. */
export async function isPromoted(workspace: Workspace, id: string): Promise<boolean> {
  if (!(await exists(join(workspace.instancesDir, id, 'instance.yaml')))) return false;
  return (await readAdmission(await entryOf(workspace, id))).kind === 'admitted';
}
