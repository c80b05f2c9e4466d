import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Lists the sorted ids of the runs in a folder; empty if the folder does not exist. */
export async function listRunIds(runsDir: string): Promise<readonly string[]> {
  const names = await readdir(runsDir).catch(() => []);
  const isRun = await Promise.all(
    names.map((name) =>
      access(join(runsDir, name, 'run.json')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => isRun[index] === true).sort();
}
