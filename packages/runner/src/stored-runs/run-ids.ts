import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@refbench/base';

/** Lists the sorted ids of the runs in a folder; empty if the folder does not exist. */
export async function listRunIds(runsDir: string): Promise<readonly string[]> {
  const names = await readdir(runsDir).catch(() => []);
  const isRun = await Promise.all(names.map((name) => exists(join(runsDir, name, 'run.json'))));
  return names.filter((_, index) => isRun[index] === true).sort();
}
