import type { CatalogEntry } from '@refbench/instances';

/** Returns what determines the shared layers of an instance, from the bottom up. */
type Shared = Pick<CatalogEntry, 'instance'>;

/**
 * Sorts instances so that those with the same base image, and then those of the same repository,
 * are adjacent.
 */
export function orderByLayers<Entry extends Shared>(entries: readonly Entry[]): readonly Entry[] {
  const key = ({ instance }: Entry): readonly string[] => [
    instance.environment.base_image,
    instance.repository.name.toLowerCase(),
    instance.id,
  ];
  return entries.toSorted((left, right) => compareKeys(key(left), key(right)));
}

function compareKeys(left: readonly string[], right: readonly string[]): number {
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
