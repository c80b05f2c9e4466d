import { RefbenchError } from '@refbench/contracts';
import { formatSize } from './parse-size.ts';

/** Disk space that always stays free, regardless of the budget. */
export const FREE_SPACE_FLOOR: number = 5 * 2 ** 30;

/**
 * While an image is stored, the files of the container and the layers made from them both take
 * space.
 */
export const COPIES = 2;

/** What `--disk` allows, and what stays free anyway. */
export interface DiskBudget {
  readonly budgetBytes: number;
  readonly floorBytes?: number | undefined;
}

/**
 * Refuses images that cannot fit even alone.
 * @param images the size of each above its base image; those of unknown size are left out
 * @throws RefbenchError kind `disk`
 */
export function requireFitting(
  images: readonly { readonly id: string; readonly bytes: number }[],
  budget: DiskBudget,
): void {
  for (const { id, bytes } of images) {
    if (COPIES * bytes > budget.budgetBytes) throw tooSmall(id, COPIES * bytes, budget);
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
