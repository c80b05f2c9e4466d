import { join } from 'node:path';
import { exists } from '@refbench/base';
import type { Digest } from '@refbench/contracts';
import { listInstanceIds } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { readDatasetFile } from '../card/dataset-file.ts';
import { cardDigest } from '../card/card-problems.ts';
import { placeDigest } from './folder-digest.ts';
import { readInstalled, type Installed } from './installed-file.ts';
import { pathOfPlace } from './places.ts';

/** The data set that a workspace uses. */
interface ListedDataset {
  readonly name: string;
  readonly version: string;
  /** Digest of the content as the card has it. Null if there is no card. */
  readonly digest: Digest | null;
  /** Where it was pulled from. Null if it was not pulled, as in a checkout. */
  readonly source: string | null;
  readonly installed_at: string | null;
  /** Number of its instances that are here. */
  readonly instances: number;
  /** Files and folders that differ from those that were pulled. Null if it was not pulled. */
  readonly changed: readonly string[] | null;
}

export interface DatasetList {
  /** At most one, because its files describe all instances of a folder. */
  readonly datasets: readonly ListedDataset[];
  /** Ids of instances that belong to no data set. */
  readonly others: readonly string[];
}

/**
 * Says which data set a workspace uses, and whether it is as it was pulled.
 * @throws RefbenchError kind `invalid-file`
 */
export async function listDatasets(workspace: Workspace): Promise<DatasetList> {
  const { instancesDir } = workspace;
  const ids = (await exists(instancesDir)) ? await listInstanceIds(instancesDir) : [];
  const installed = await readInstalled(instancesDir);
  if (installed !== undefined) {
    const own = ids.filter((id) => `instances/${id}` in installed.places);
    return {
      datasets: [await pulled(workspace, installed, own.length)],
      others: ids.filter((id) => !own.includes(id)),
    };
  }
  if (!(await exists(join(instancesDir, 'dataset.yaml')))) return { datasets: [], others: ids };
  const { name, version } = await readDatasetFile(instancesDir);
  const digest = (await cardDigest(instancesDir)) ?? null;
  const local = { source: null, installed_at: null, changed: null };
  return { datasets: [{ name, version, digest, ...local, instances: ids.length }], others: [] };
}

async function pulled(
  workspace: Workspace,
  { name, version, digest, source, installed_at, places }: Installed,
  instances: number,
): Promise<ListedDataset> {
  const changed: string[] = [];
  for (const [place, before] of Object.entries(places)) {
    if ((await placeDigest(pathOfPlace(workspace, place))) !== before) changed.push(place);
  }
  return { name, version, digest, source, installed_at, instances, changed };
}
