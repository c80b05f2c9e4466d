import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesWithoutCanary, type PartDigests } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/base';
import { providedFiles, RECIPE_FOLDER } from '@refbench/env-builder';
import { hasCanary } from '../canary/mark-instance.ts';
import type { CatalogEntry } from '../instance-catalog.ts';

/** The task texts and their review. Labels and findings are not part of what is admitted. */
const TEXTS = ['task.instructed.md', 'task.open.md', 'task.review.yaml'];

/**
 * Computes the digests of all parts that an admission depends on, from the bytes of their files. The
 * canary of a data set in texts and rules has no influence.
 */
export async function partDigests({ instance, dir, rulesDir }: CatalogEntry): Promise<PartDigests> {
  return {
    instance: digestOf(await digestsOf(dir, ['instance.yaml'])),
    texts: digestOf(await digestsOf(dir, TEXTS)),
    rules: digestOf([
      await digestsOf(rulesDir, await filesBelow(rulesDir, 'additive')),
      await digestsOf(rulesDir, await filesBelow(rulesDir, 'reductive')),
    ]),
    environment: digestOf({
      ...(await digestsOfAdded(instance)),
      ...(await digestsOf(dir, await filesBelow(dir, RECIPE_FOLDER))),
    }),
  };
}

/** The scripts that RefBench adds count as if they lay beside the others. */
async function digestsOfAdded({
  environment,
}: CatalogEntry['instance']): Promise<Record<string, string | null>> {
  const provided = [...(await providedFiles(environment))].map(
    ([name, { bytes }]) =>
      [`${RECIPE_FOLDER}/${name}`, bytes === undefined ? null : sha256OfBytes(bytes)] as const,
  );
  return Object.fromEntries(provided);
}

/**
 * A missing file has an entry too, so that its appearance changes the digest. A script has no canary, and
 * its first line counts like any other.
 */
async function digestsOf(
  folder: string,
  paths: readonly string[],
): Promise<Record<string, string | null>> {
  const entries = paths.map(async (path) => {
    const stored = await readFile(join(folder, path)).catch(() => undefined);
    const bytes = stored && (hasCanary(path) ? bytesWithoutCanary(stored) : stored);
    return [path, bytes === undefined ? null : sha256OfBytes(bytes)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the sorted paths of all files below a folder, relative to its parent. */
async function filesBelow(parent: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(parent, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
    .sort();
}
