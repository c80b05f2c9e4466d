import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { exists, guardDisk } from '@refbench/base';
import { completeRecipe, RECIPE_FOLDER } from '@refbench/env-builder';
import { datasetOf, markInstance } from './canary/mark-instance.ts';
import type { CatalogEntry } from './instance-catalog.ts';

/** Where an instance was exported to. */
export interface ExportedInstance {
  readonly dir: string;
  readonly rulesDir: string;
}

/**
 * Copies an instance with its rules to `instances/<id>` and `rules/<id>` of a folder, and adds to its
 * scripts what RefBench otherwise adds. The copy needs no file of RefBench, and carries the canary of its
 * data set; its digests are those of the original.
 * @throws RefbenchError kinds `invalid-file`, `usage` if the instance is there already, `disk`
 */
export async function exportInstance(
  { instance, dir, rulesDir }: CatalogEntry,
  folder: string,
): Promise<ExportedInstance> {
  const target = {
    dir: join(folder, 'instances', instance.id),
    rulesDir: join(folder, 'rules', instance.id),
  };
  for (const path of Object.values(target)) {
    if (!(await exists(path))) continue;
    throw new RefbenchError({
      kind: 'usage',
      message: `${path} exists`,
      hint: 'remove it, or export to another folder with --out',
    });
  }
  await guardDisk(folder, async () => {
    await mkdir(join(folder, 'instances'), { recursive: true });
    await cp(dir, target.dir, { recursive: true, verbatimSymlinks: true });
    if (instance.no_tests === undefined) {
      await completeRecipe(dir, join(target.dir, RECIPE_FOLDER));
    }
    await mkdir(join(folder, 'rules'), { recursive: true });
    await cp(rulesDir, target.rulesDir, { recursive: true });
  });
  const dataset = await datasetOf({ dir });
  if (dataset !== undefined) await markInstance(target, dataset);
  return target;
}
