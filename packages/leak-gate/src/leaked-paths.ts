import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile } from '@refbench/base';
import { fileOf, leakReportSchema, leaksOf } from './findings/leak-report.ts';

/**
 * Returns the paths of files, without a leading slash, that the gate refused in images of a repository's
 * instances. Reports that cannot be read are left out.
 * @param instance id of any of its instances
 */
export async function leakedPaths(
  stateDir: string,
  instance: string,
): Promise<ReadonlySet<string>> {
  const folder = join(stateDir, 'leaks');
  // An id is the repository and the beginning of a commit.
  const prefix = instance.replace(/[0-9a-f]+$/, '');
  const names = await readdir(folder).catch(() => []);
  const paths = new Set<string>();
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const report = await readJsonFile(join(folder, name), leakReportSchema);
    if (report.kind !== 'valid') continue;
    for (const leak of leaksOf(report.value)) {
      if (leak.layer !== null) paths.add(fileOf(leak));
    }
  }
  return paths;
}
