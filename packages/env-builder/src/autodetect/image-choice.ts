import type { Reason } from './recipe-draft.ts';

export interface ImageChoice {
  readonly image: string;
  readonly reason: Reason;
}

/** Images of one family (`go` of `go-1.22`) with their versions, lowest first. */
export function imagesOf(
  images: readonly string[],
  family: string,
): readonly { readonly image: string; readonly version: readonly number[] }[] {
  return images
    .filter((image) => new RegExp(`^${family}-\\d+(\\.\\d+)*$`).test(image))
    .map((image) => ({ image, version: numbersOf(image.slice(family.length + 1)) }))
    .sort((left, right) => compareVersions(left.version, right.version));
}

/** The lowest image of a family that is not below `wanted`; the highest where all are below. */
export function imageAtLeast(
  images: readonly string[],
  family: string,
  wanted: string,
  because: string,
): ImageChoice | undefined {
  const known = imagesOf(images, family);
  const fitting = known.find(({ version }) => compareVersions(version, numbersOf(wanted)) >= 0);
  const chosen = fitting || known[known.length - 1];
  if (chosen === undefined) return undefined;
  const lack = fitting === undefined ? '; none is newer' : '';
  return { image: chosen.image, reason: { choice: chosen.image, because: `${because}${lack}` } };
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
