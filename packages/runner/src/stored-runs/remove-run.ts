import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireLock, guardDisk } from '@refbench/base';
import { readPlan } from './read-plan.ts';

/**
 * Removes the folder of a run.
 * @throws RefbenchError kind `usage` if the run does not exist, `in-use` if a process holds its
 *   lock
 */
export async function removeRun(runsDir: string, run: string): Promise<void> {
  await readPlan(runsDir, run);
  const folder = join(runsDir, run);
  await using _held = await acquireLock(join(folder, '.lock'), `run "${run}"`);
  await guardDisk(folder, () => rm(folder, { recursive: true, force: true }));
}
