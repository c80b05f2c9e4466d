import type { ImageInfo } from '@refbench/sandbox';

/**
 * The label that names each kind of image of ours, topmost layer first: an image inherits the labels
 * of those below it, so the first that is there tells what it is, and the rest what it stands on.
 */
export const KIND_LABELS = {
  environment: 'refbench.environment',
  dependencies: 'refbench.dependencies',
  system: 'refbench.system',
  base: 'refbench.digest',
  common: 'refbench.common',
  os: 'refbench.os',
} as const;

export type ImageKind = keyof typeof KIND_LABELS;

const KINDS = Object.keys(KIND_LABELS) as readonly ImageKind[];

/** Undefined for an image that this tool did not make. */
export function kindOf(image: Pick<ImageInfo, 'labels'>): ImageKind | undefined {
  return KINDS.find((kind) => digestOfKind(image, kind) !== undefined);
}

/** The digest of the layer of that kind, of the image itself or below it. */
export function digestOfKind(
  image: Pick<ImageInfo, 'labels'>,
  kind: ImageKind,
): string | undefined {
  const value = image.labels[KIND_LABELS[kind]];
  return value === '' ? undefined : value;
}
