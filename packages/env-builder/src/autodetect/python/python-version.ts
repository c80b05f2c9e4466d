import { dayOf } from '../draft/day.ts';
import semver from 'semver';
import { imagesOf, type ImageChoice } from '../draft/image-choice.ts';

/** Release dates. The dependencies of a commit do not support Python versions that came much later. */
const RELEASED: readonly (readonly [version: string, date: string])[] = [
  ['3.9', '2020-10-05'],
  ['3.11', '2022-10-24'],
  ['3.13', '2024-10-07'],
];

/** A new Python version is widely supported after half a year. */
const SETTLING_MS = 180 * 24 * 3600 * 1000;

/**
 * Chooses the newest Python that was widely supported when golden was committed and that the project
 * admits.
 */
export function choosePython(options: {
  /** Content of `.python-version`, if it exists. */
  readonly pinned: string | undefined;
  /** PEP 440 specifiers, e.g. `>=3.8,<4`. */
  readonly requires: string | undefined;
  /** The `3.x` versions of the project's classifiers. */
  readonly classified: readonly string[];
  readonly committedAt: Date;
  readonly images: readonly string[];
  /** The name of the project, if it is among `toolPackages`: the image must not have these tools. */
  readonly usedByTools?: string | undefined;
}): ImageChoice {
  const chosen = chooseVersion(options);
  const small = chosen.image.replace(/^python-/, 'python-uv-');
  if (options.usedByTools === undefined || !options.images.includes(small)) return chosen;
  return choice(small, `${chosen.reason.because}; tools of Python use ${options.usedByTools}`);
}

function chooseVersion(options: Parameters<typeof choosePython>[0]): ImageChoice {
  const images = imagesOf(options.images, 'python');
  const nameOf = (image: string): string => image.replace('python-', '');
  const { pinned, requires, classified, committedAt } = options;
  const exact = /^\s*(3\.\d+)/.exec(pinned ?? '')?.[1];
  const pin = images.find(({ image }) => nameOf(image) === exact);
  if (pin !== undefined) {
    return choice(pin.image, `.python-version says ${String(exact)}`);
  }
  const range = rangeOf(requires);
  const admitted = images.filter(
    ({ image }) => range === null || semver.intersects(`${nameOf(image)}.x`, range),
  );
  const settled = admitted.filter(({ image }) => {
    const released = RELEASED.find(([version]) => version === nameOf(image))?.[1];
    return released !== undefined && Date.parse(released) + SETTLING_MS <= committedAt.getTime();
  });
  const known = settled.filter(({ image }) => classified.includes(nameOf(image)));
  const chosen = known.at(-1) ?? settled.at(-1) ?? admitted[0] ?? images[0];
  const day = dayOf(committedAt);
  const because = `requires-python is ${requires ?? 'not given'}, and the commit is from ${day}`;
  return choice(chosen.image, because);
}

/** Converts PEP 440 specifiers to an npm range. Returns null if that is impossible or there are none. */
function rangeOf(requires: string | undefined): string | null {
  if (requires === undefined) return null;
  const parts = requires
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^\^/, '>=')
        .replace(/^~=\s*/, '~')
        .replace(/^==\s*/, ''),
    )
    .filter((part) => part !== '' && !part.startsWith('!='));
  return semver.validRange(parts.join(' '));
}

function choice(image: string, because: string): ImageChoice {
  return { image, reason: { choice: image, because } };
}
