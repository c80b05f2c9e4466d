import type { ImageInfo } from '@refbench/sandbox';
import { digestOfKind, kindOf, type ImageKind } from './image-kind.ts';

/** What somebody still needs. */
export interface NeededImages {
  /** Digests of the base images that an instance or the user names. */
  readonly bases: ReadonlySet<string>;
  /** Of the recipes that instances have now. */
  readonly recipes: ReadonlySet<string>;
}

/** Below an environment, in the order in which engines let them go. */
const LOWER_KINDS = ['dependencies', 'system', 'base', 'common', 'os'] as const;

/**
 * The images of ours that nobody needs, in an order in which they can be removed: an environment
 * whose recipe or base image is no longer anybody's, and every layer that no image stands on which
 * stays. Images that this tool did not make are never among them.
 */
export function planPrune(
  images: readonly ImageInfo[],
  needed: NeededImages,
): readonly ImageInfo[] {
  const ofKind = (kind: ImageKind): readonly ImageInfo[] =>
    images.filter((image) => kindOf(image) === kind);
  const environments = ofKind('environment');
  const kept = environments.filter(
    (image) =>
      needed.recipes.has(image.labels['refbench.recipe'] ?? '') &&
      needed.bases.has(digestOfKind(image, 'base') ?? ''),
  );
  const removed = environments.filter((image) => !kept.includes(image));
  for (const kind of LOWER_KINDS) {
    for (const image of topmostFirst(ofKind(kind))) {
      const digest = digestOfKind(image, kind);
      const below = kept.some(
        (above) => digestOfKind(above, kind) === digest || above.parentId === image.id,
      );
      const named = kind === 'base' && digest !== undefined && needed.bases.has(digest);
      (below || named ? kept : removed).push(image);
    }
  }
  return removed;
}

/** Dependencies may stand on those of another instance. */
function topmostFirst(images: readonly ImageInfo[]): readonly ImageInfo[] {
  const carrying = new Set(images.map(({ parentId }) => parentId));
  const tops = images.filter(({ id }) => !carrying.has(id));
  return [...tops, ...images.filter(({ id }) => carrying.has(id))];
}
