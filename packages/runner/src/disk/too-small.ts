import { sum } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { formatSize } from './parse-size.ts';
import { closureOf } from './plan-space.ts';
import type { StoredImages } from './stored-images.ts';

/** Disk space that always stays free, regardless of the budget. */
export const FREE_SPACE_FLOOR: number = 5 * 2 ** 30;

/**
 * While an image is stored, the files of the container and the layers made from them both take
 * space.
 */
export const COPIES = 2;

/** Minimum space for a build. With less, a build could not even report its error. */
export const MIN_ROOM_BYTES: number = 32 * 2 ** 20;

/** What `--disk` allows, and what stays free anyway. */
export interface DiskBudget {
  readonly budgetBytes: number;
  readonly floorBytes?: number | undefined;
}

/**
 * Refuses images that must be built and cannot fit even alone.
 * @param images the size of each above its base image; 0 if it is unknown
 * @throws RefbenchError kind `disk`
 */
export function requireFitting(
  images: readonly { readonly id: string; readonly bytes: number }[],
  budget: DiskBudget,
): void {
  for (const { id, bytes } of images) {
    const needed = Math.max(COPIES * bytes, MIN_ROOM_BYTES);
    if (needed > budget.budgetBytes) throw tooSmall(id, needed, budget);
  }
}

/**
 * Refuses images that are on the engine and do not fit even alone, with the layers below them.
 * @throws RefbenchError kind `disk`
 */
export function requireStoredFitting(
  ids: readonly string[],
  { images, tops }: Pick<StoredImages, 'images' | 'tops'>,
  budget: DiskBudget,
): void {
  for (const id of ids) {
    const own = closureOf(new Set(tops.get(id)), images);
    const bytes = sum(images.map((image) => (own.has(image.id) ? image.bytes : 0)));
    if (bytes > budget.budgetBytes) throw tooSmall(id, bytes, budget);
  }
}

export function tooSmall(
  id: string,
  neededBytes: number,
  { budgetBytes, floorBytes = FREE_SPACE_FLOOR }: DiskBudget,
): RefbenchError {
  return new RefbenchError({
    kind: 'disk',
    message: `the image of ${id} needs about ${formatSize(neededBytes)}, including the layers below it; --disk allows ${formatSize(budgetBytes)}, and ${formatSize(floorBytes)} of the disk must stay free`,
    hint: 'raise --disk, free disk space, or run fewer instances concurrently with --parallel',
  });
}
