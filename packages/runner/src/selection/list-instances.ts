import { RefbenchError } from '@refbench/contracts';
import { listInstanceIds, loadInstances, type CatalogEntry } from '../instance/instance-catalog.ts';
import type { Workspace } from '../workspace.ts';

/** A folder of an instance whose files do not hold what they should. */
export interface BrokenInstance {
  readonly id: string;
  /** Names the file and what is wrong with it. */
  readonly reason: string;
}

/** All instances of a workspace; a broken one is listed as such and hides no other. */
export async function listInstances(workspace: Workspace): Promise<{
  readonly entries: readonly CatalogEntry[];
  readonly broken: readonly BrokenInstance[];
}> {
  const ids = await listInstanceIds(workspace.instancesDir);
  try {
    return { entries: await loadInstances(workspace, ids), broken: [] };
  } catch (error) {
    if (!isInvalidFile(error)) throw error;
  }
  const entries: CatalogEntry[] = [];
  const broken: BrokenInstance[] = [];
  for (const id of ids) {
    try {
      entries.push(...(await loadInstances(workspace, [id])));
    } catch (error) {
      if (!isInvalidFile(error)) throw error;
      broken.push({ id, reason: error.message });
    }
  }
  return { entries, broken };
}

function isInvalidFile(error: unknown): error is RefbenchError {
  return RefbenchError.isInstance(error) && error.kind === 'invalid-file';
}
