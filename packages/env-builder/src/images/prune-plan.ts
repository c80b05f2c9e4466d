import type { ImageInfo } from '@refbench/sandbox';
import { digestOfKind, kindOf, type ImageKind } from './image-kind.ts';

/** The images that are still needed. */
export interface NeededImages {
  /** Digests of the base images that instances use. */
  readonly bases: ReadonlySet<string>;
  /** Digests of the current recipes of instances. */
  readonly recipes: ReadonlySet<string>;
  /** Ids of the images that may be removed. All others may be needed by another workspace. */
  readonly removable?: ReadonlySet<string> | undefined;
}

/** Layers below an environment, in the order in which an engine can remove them. */
const LOWER_KINDS = ['dependencies', 'system', 'base', 'common', 'os'] as const;

/**
 * Lists the unneeded images of RefBench in an order in which they can be removed: environments whose
 * recipe or base image is no longer used, and layers that no remaining image uses. Other images are
 * never included. Of what others built, nothing is included either, and no layer below it.
 */
export function planPrune(
  images: readonly ImageInfo[],
  needed: NeededImages,
): readonly ImageInfo[] {
  const ofKind = (kind: ImageKind): readonly ImageInfo[] =>
    images.filter((image) => kindOf(image) === kind);
  const environments = ofKind('environment');
  const { removable } = needed;
  const isForeign = ({ id }: ImageInfo): boolean => removable?.has(id) === false;
  const kept = environments.filter(
    (image) =>
      isForeign(image) ||
      (needed.recipes.has(image.labels['refbench.recipe'] ?? '') &&
        needed.bases.has(digestOfKind(image, 'base') ?? '')),
  );
  const removed = environments.filter((image) => !kept.includes(image));
  for (const kind of LOWER_KINDS) {
    for (const image of topmostFirst(ofKind(kind))) {
      const digest = digestOfKind(image, kind);
      const below = kept.some(
        (above) => digestOfKind(above, kind) === digest || above.parentId === image.id,
      );
      const named = kind === 'base' && digest !== undefined && needed.bases.has(digest);
      (below || named || isForeign(image) ? kept : removed).push(image);
    }
  }
  return removed;
}

/** Sorts children before parents, because a dependency layer may use one of another instance. */
function topmostFirst(images: readonly ImageInfo[]): readonly ImageInfo[] {
  const carrying = new Set(images.map(({ parentId }) => parentId));
  const tops = images.filter(({ id }) => !carrying.has(id));
  return [...tops, ...images.filter(({ id }) => carrying.has(id))];
}
