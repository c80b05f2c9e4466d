import { RefbenchError, type Dataset, type Digest } from '@refbench/contracts';
import { listInstances, readAdmission, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { contentDigest, contentOf } from './content-digest.ts';
import { readDatasetFile } from './dataset-file.ts';
import { measureInstance, type InstanceMeasures } from './measure-instance.ts';
import { originOfInstance, type InstanceOrigin } from './origin-of-instance.ts';

/** An instance as the card shows it. */
interface DescribedInstance extends InstanceMeasures, InstanceOrigin {
  /** Conditions of the admission for which nothing was measured. Null if it is not admitted. */
  readonly unmeasured: string[] | null;
}

/** A data set with everything that its card shows. */
export interface DescribedDataset {
  /** Null if dataset.yaml cannot be read. */
  readonly dataset: Dataset | null;
  /** Null if anything is missing, because the digest is of all instances. */
  readonly digest: Digest | null;
  readonly instances: readonly DescribedInstance[];
}

interface DescribeOptions {
  readonly signal: AbortSignal;
  readonly onMeasured: (id: string, of: string) => void;
  /**
   * Runs one part of the work. It returns undefined for a part that cannot be read, which is then
   * missing.
   */
  readonly attempt: <T>(id: string, work: () => Promise<T>) => Promise<T | undefined>;
}

/**
 * Reads, measures and digests all instances of the workspace. What cannot be read is left out.
 * @throws RefbenchError kind `usage` if there is no instance
 */
export async function describeDataset(
  workspace: Workspace,
  { signal, onMeasured, attempt }: DescribeOptions,
): Promise<DescribedDataset> {
  const dataset = await attempt('dataset.yaml', () => readDatasetFile(workspace.instancesDir));
  const { entries, broken } = await listInstances(workspace);
  if (entries.length + broken.length === 0) throw withoutInstances(workspace);
  for (const { id, reason } of broken) await attempt(id, () => Promise.reject(brokenFile(reason)));
  const instances: DescribedDataset['instances'][number][] = [];
  for (const entry of entries) {
    signal.throwIfAborted();
    const { id } = entry.instance;
    const measured = await attempt(id, async () => ({
      ...(await measureInstance(workspace, entry, signal)),
      ...(await originOfInstance(workspace, entry, signal)),
      unmeasured: await unmeasuredGates(entry),
    }));
    if (measured === undefined) continue;
    instances.push(measured);
    onMeasured(id, `${instances.length} of ${entries.length}`);
  }
  const isWhole = broken.length === 0 && instances.length === entries.length;
  const digest = isWhole
    ? await attempt('digest', async () => contentDigest(await Promise.all(entries.map(contentOf))))
    : undefined;
  return { dataset: dataset ?? null, digest: digest ?? null, instances };
}

async function unmeasuredGates(entry: CatalogEntry): Promise<string[] | null> {
  const state = await readAdmission(entry);
  if (state.kind !== 'admitted') return null;
  return state.record.gates.filter(({ passed }) => passed === null).map(({ name }) => name);
}

function brokenFile(message: string): RefbenchError {
  const hint = 'correct the file; refbench dataset validate lists all problems';
  return new RefbenchError({ kind: 'invalid-file', message, hint });
}

function withoutInstances({ instancesDir }: Workspace): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `there is no instance in ${instancesDir}`,
    hint: 'add one with refbench instance add, or specify the folder with --instances-dir',
  });
}
