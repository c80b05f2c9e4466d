import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { baselineSchema, type Baseline } from '@refbench/contracts';
import { readJsonFile } from '@refbench/base';

/**
 * Returns the newest baseline of an instance on this host, for any image; undefined if there is
 * none. It is for display only, because scoring requires the baseline of the exact image.
 */
export async function newestBaseline(
  stateDir: string,
  instance: string,
): Promise<Baseline | undefined> {
  const folder = join(stateDir, 'baselines');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found: Baseline[] = [];
  for (const name of names) {
    if (!name.endsWith('.json')) continue;
    const file = await readJsonFile(join(folder, name), baselineSchema);
    if (file.kind === 'valid' && file.value.instance === instance) found.push(file.value);
  }
  return found.toSorted((one, other) => (one.measured_at < other.measured_at ? 1 : -1))[0];
}
