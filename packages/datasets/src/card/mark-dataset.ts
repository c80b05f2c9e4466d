import { canaryFiles, markInstance, selectInstances } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { readDatasetFile } from './dataset-file.ts';

/**
 * Writes the canary of the data set into the task texts and rule files of all instances. No digest
 * changes, and no agent sees it.
 * @throws RefbenchError kind `invalid-file`, `disk`
 */
export async function markDataset(
  workspace: Workspace,
): Promise<{ readonly files: number; readonly changed: number }> {
  const dataset = await readDatasetFile(workspace.instancesDir);
  let [files, changed] = [0, 0];
  for (const entry of await selectInstances(workspace, ['*'])) {
    changed += await markInstance(entry, dataset);
    files += (await canaryFiles(entry)).length;
  }
  return { files, changed };
}
