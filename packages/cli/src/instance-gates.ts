import type { Track } from '@refbench/contracts';
import { labelsGate, readInstanceLabels, type GateResult } from '@refbench/labeling';
import { readTask, type CatalogEntry } from '@refbench/runner';

/** One condition for admitting an instance. */
interface InstanceGate {
  readonly name: string;
  readonly check: (entry: CatalogEntry) => Promise<GateResult>;
}

/** All gates in the order of the report. Every gate runs, even if others refuse. */
export const INSTANCE_GATES: readonly InstanceGate[] = [{ name: 'labels', check: checkLabels }];

async function checkLabels(entry: CatalogEntry): Promise<GateResult> {
  const read = async (track: Track): Promise<string | undefined> =>
    await readTask(entry, track).catch(() => undefined);
  const [instructed, open] = await Promise.all([read('instructed'), read('open')]);
  const tasks = {
    ...(instructed === undefined ? {} : { instructed }),
    ...(open === undefined ? {} : { open }),
  };
  return labelsGate(entry.instance, tasks, await readInstanceLabels(entry.dir));
}
