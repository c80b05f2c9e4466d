import type { ImageInfo } from '@refbench/sandbox';

/**
 * The labels of each kind of image, topmost layer first. An image inherits the labels of the layers
 * below it, so the first label determines its kind and the others its parents.
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

/** Returns the kind of an image; undefined for an image that RefBench did not build. */
export function kindOf(image: Pick<ImageInfo, 'labels'>): ImageKind | undefined {
  return KINDS.find((kind) => digestOfKind(image, kind) !== undefined);
}

/** Whether an image is an environment or one of the layers between it and its base image. */
export function isAboveBase(image: Pick<ImageInfo, 'labels'>): boolean {
  const kind = kindOf(image);
  return kind === 'environment' || kind === 'dependencies' || kind === 'system';
}

/** Returns the digest of the layer of a kind, in the image or below it. */
export function digestOfKind(
  image: Pick<ImageInfo, 'labels'>,
  kind: ImageKind,
): string | undefined {
  const value = image.labels[KIND_LABELS[kind]];
  return value === '' ? undefined : value;
}
