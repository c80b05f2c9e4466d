import { join } from 'node:path';
import { digestSchema } from '@refbench/contracts';
import { readOptionalJson, writeJsonFile } from '@refbench/base';
import { z } from 'zod';

/** What `dataset pull` wrote into a workspace: installed.json in the folder of the instances. */
const installedSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string(),
  version: z.string(),
  /** Digest of the content, as the card has it. */
  digest: digestSchema,
  /** Where it came from, such as `npm @refbench/dataset@0.1.0`. */
  source: z.string(),
  /** Digest of the package, as the registry gives it. */
  integrity: z.string().optional(),
  installed_at: z.iso.datetime(),
  /** Digest of each file and folder as it was written, by `instances/<name>` or `rules/<name>`. */
  places: z.record(z.string(), digestSchema),
});

export type Installed = z.infer<typeof installedSchema>;

function pathOf(instancesDir: string): string {
  return join(instancesDir, 'installed.json');
}

/** @throws RefbenchError kind `invalid-file` */
export async function readInstalled(instancesDir: string): Promise<Installed | undefined> {
  const hint =
    'remove the file; then RefBench only keeps the folders that equal those of the data set';
  return await readOptionalJson(pathOf(instancesDir), installedSchema, hint);
}

export async function writeInstalled(instancesDir: string, installed: Installed): Promise<void> {
  await writeJsonFile(pathOf(instancesDir), installed, 1);
}
