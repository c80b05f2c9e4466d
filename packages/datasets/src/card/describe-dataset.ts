import { RefbenchError, type Dataset, type Digest } from '@refbench/contracts';
import type { CatalogEntry } from '@refbench/instances';
import { listInstances } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { contentDigest, contentOf } from './content-digest.ts';
import { readDatasetFile } from './dataset-file.ts';
import { measureInstance, type InstanceMeasures } from './measure-instance.ts';
import { originOfInstance, type InstanceOrigin } from './origin-of-instance.ts';

/** A data set with everything that its card shows. */
export interface DescribedDataset {
  readonly dataset: Dataset;
  readonly digest: Digest;
  readonly instances: readonly (InstanceMeasures & InstanceOrigin)[];
}

/**
 * Reads, measures and digests all instances of the workspace.
 * @throws RefbenchError kinds `invalid-file`, `repository`
 */
export async function describeDataset(
  workspace: Workspace,
  { signal, onMeasured }: { signal: AbortSignal; onMeasured: (id: string, of: string) => void },
): Promise<DescribedDataset> {
  const dataset = await readDatasetFile(workspace.instancesDir);
  const entries = await allInstances(workspace);
  const instances = [];
  for (const entry of entries) {
    signal.throwIfAborted();
    const measures = await measureInstance(workspace, entry, signal);
    instances.push({ ...measures, ...(await originOfInstance(workspace, entry, signal)) });
    onMeasured(entry.instance.id, `${instances.length} of ${entries.length}`);
  }
  return { dataset, digest: contentDigest(await Promise.all(entries.map(contentOf))), instances };
}

/** A card describes all instances, so that one with invalid files is an error. */
async function allInstances(workspace: Workspace): Promise<readonly CatalogEntry[]> {
  const { entries, broken } = await listInstances(workspace);
  const [first] = broken;
  if (first !== undefined) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: first.reason,
      hint: 'correct the file; refbench dataset validate lists all problems',
    });
  }
  if (entries.length > 0) return entries;
  throw new RefbenchError({
    kind: 'usage',
    message: `there is no instance in ${workspace.instancesDir}`,
    hint: 'add one with refbench instance add, or specify the folder with --instances-dir',
  });
}
