import { RefbenchError } from '@refbench/contracts';
import type { Reason } from './recipe-draft.ts';

export interface ImageChoice {
  readonly image: string;
  readonly reason: Reason;
}

interface KnownImage {
  readonly image: string;
  readonly version: readonly number[];
}

/**
 * Returns the images of one family (`go` of `go-1.22`) with their versions, lowest first.
 * @throws RefbenchError kind `image`
 */
export function imagesOf(
  images: readonly string[],
  family: string,
): readonly [KnownImage, ...KnownImage[]] {
  const [lowest, ...others] = images
    .filter((image) => new RegExp(`^${family}-\\d+(\\.\\d+)*$`).test(image))
    .map((image) => ({ image, version: numbersOf(image.slice(family.length + 1)) }))
    .sort((left, right) => compareVersions(left.version, right.version));
  if (lowest !== undefined) return [lowest, ...others];
  throw new RefbenchError({
    kind: 'image',
    message: `there is no base image of the family "${family}"`,
    hint: 'define one in docker/images/images.yaml',
  });
}

/**
 * Returns the lowest image of a family that is at least `wanted`, or the highest one if all are lower.
 */
export function imageAtLeast(
  images: readonly string[],
  family: string,
  wanted: string,
  because: string,
): ImageChoice {
  const known = imagesOf(images, family);
  const fitting = known.find(({ version }) => compareVersions(version, numbersOf(wanted)) >= 0);
  const chosen = fitting ?? newest(known);
  const suffix = fitting === undefined ? '; none is newer' : '';
  return { image: chosen.image, reason: { choice: chosen.image, because: `${because}${suffix}` } };
}

/** The newest image of a family. */
export function newest([lowest, ...others]: readonly [KnownImage, ...KnownImage[]]): KnownImage {
  return others.at(-1) ?? lowest;
}

/** Extracts the numbers of a version, e.g. 1, 20, 3 from `>=1.20.3-rc1`. */
export function numbersOf(version: string): readonly number[] {
  const match = /\d+(?:\.\d+)*/.exec(version);
  return match === null ? [] : match[0].split('.').map(Number);
}

/** Compares the components that both versions have, so `1.20` equals `1.20.3`. */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at] || 0) - (right[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
