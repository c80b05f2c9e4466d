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
 * Images of one family (`go` of `go-1.22`) with their versions, lowest first; at least one.
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
    hint: 'define one in packages/env-builder/data/images.yaml',
  });
}

/** The lowest image of a family that is not below `wanted`; the highest where all are below. */
export function imageAtLeast(
  images: readonly string[],
  family: string,
  wanted: string,
  because: string,
): ImageChoice {
  const known = imagesOf(images, family);
  const fitting = known.find(({ version }) => compareVersions(version, numbersOf(wanted)) >= 0);
  const chosen = fitting ?? newest(known);
  const lack = fitting === undefined ? '; none is newer' : '';
  return { image: chosen.image, reason: { choice: chosen.image, because: `${because}${lack}` } };
}

/** The newest image of a family. */
export function newest([lowest, ...others]: readonly [KnownImage, ...KnownImage[]]): KnownImage {
  return others.at(-1) ?? lowest;
}

/** The first numbers of a version, `>=1.20.3-rc1` -> 1, 20, 3. */
export function numbersOf(version: string): readonly number[] {
  const match = /\d+(?:\.\d+)*/.exec(version);
  return match === null ? [] : match[0].split('.').map(Number);
}

/** Compares as far as both go: `1.20` and `1.20.3` are equal. */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at] || 0) - (right[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
