import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '@refbench/sandbox';
import { dependencyFolder, layerImage } from './dependency-layer.ts';

/**
 * Removes cached files of dependency layers that the engine no longer has. Returns the names of the
 * files.
 */
export async function sweepLayerCache(
  engine: Pick<Engine, 'listImages'>,
  stateDir: string,
  dryRun: boolean,
): Promise<readonly string[]> {
  const folder = dependencyFolder(stateDir);
  const found: readonly string[] = await readdir(folder).catch(() => []);
  const files = found.toSorted();
  const images = new Set((await engine.listImages('refbench.os')).map(({ id }) => id));
  const stale: string[] = [];
  for (const digest of new Set(files.flatMap((file) => /^[0-9a-f]{12}/.exec(file) ?? []))) {
    const image = await layerImage(digest, stateDir);
    if (image === undefined || !images.has(image)) {
      stale.push(...files.filter((file) => file.startsWith(digest)));
    }
  }
  if (!dryRun) for (const file of stale) await rm(join(folder, file), { force: true });
  return stale;
}
