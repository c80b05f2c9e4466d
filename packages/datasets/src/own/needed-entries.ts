import { join } from 'node:path';
import { exists } from '@refbench/base';
import { selectInstances, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { entryOf, stagingOf } from '../build/staged-instance.ts';
import type { OwnSetView } from './build-own-set.ts';

/**
 * Returns the instances of a set whose images are still needed: those that were admitted, and those of
 * candidates that are still open.
 * @param folder - Where candidates are worked on.
 * @throws RefbenchError kind `invalid-file`
 */
export async function neededEntries(
  { candidates }: Pick<OwnSetView, 'candidates'>,
  workspace: Workspace,
  folder: string,
): Promise<readonly CatalogEntry[]> {
  const staging = stagingOf(workspace, folder);
  const begun: CatalogEntry[] = [];
  for (const { id, stage } of candidates) {
    if (id === undefined || stage === 'dropped') continue;
    // A candidate is begun before its files are there, and they move when it is admitted.
    if (!(await exists(join(staging.instancesDir, id, 'instance.yaml')))) continue;
    begun.push(await entryOf(staging, id));
  }
  return [...(await selectInstances(workspace, ['*'])), ...begun];
}
