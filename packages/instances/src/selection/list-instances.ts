import { RefbenchError } from '@refbench/contracts';
import { listInstanceIds, loadInstances, type CatalogEntry } from '../instance-catalog.ts';
import type { Workspace } from '@refbench/workspace';

/** An instance folder with invalid files. */
export interface BrokenInstance {
  readonly id: string;
  /** The file and what is wrong with it. */
  readonly reason: string;
}

/**
 * Lists all instances of a workspace. A broken instance is listed as such and does not hide others.
 */
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
