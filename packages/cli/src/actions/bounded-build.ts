import type { ImageOptions } from '@refbench/env-builder';
import type { CatalogEntry } from '@refbench/instances';
import { ImagePool } from '@refbench/runner';

/** What an image pool needs, without the instances; the disk space is unlimited if it is undefined. */
type BoundedBuildContext = Omit<
  Parameters<typeof ImagePool.open>[0],
  'entries' | 'budgetBytes' | 'floorBytes'
> & { readonly budgetBytes: number | undefined };

/** Returns what gives the settings of an instance's build, after making room if the disk space is limited. */
export function boundedBuild(
  context: BoundedBuildContext,
): (entry: CatalogEntry) => Promise<ImageOptions> {
  const { budgetBytes, build } = context;
  if (budgetBytes === undefined) return async () => build;
  return async (entry) => {
    const pool = await ImagePool.open({ ...context, budgetBytes, entries: [entry] });
    return await pool.boundedBuild(entry);
  };
}
