import { dayOf } from '../draft/day.ts';
import {
  compareVersions,
  imageAtLeast,
  numbersOf,
  type ImageChoice,
} from '../draft/image-choice.ts';
import type { DetectorInput } from '../draft/recipe-draft.ts';
import { filesNamed } from '../draft/tree-view.ts';

/** Release dates of Go, from its release history. Go before 1.13 uses no module proxy by itself. */
const RELEASES: readonly (readonly [version: string, since: string])[] = [
  ['1.13', '2019-09-03'],
  ['1.14', '2020-02-25'],
  ['1.15', '2020-08-11'],
  ['1.16', '2021-02-16'],
  ['1.17', '2021-08-16'],
  ['1.18', '2022-03-15'],
  ['1.19', '2022-08-02'],
  ['1.20', '2023-02-01'],
  ['1.21', '2023-08-08'],
  ['1.22', '2024-02-06'],
  ['1.23', '2024-08-13'],
  ['1.24', '2025-02-11'],
  ['1.25', '2025-08-12'],
  ['1.26', '2026-02-10'],
];

const OLDEST = '1.13';

/**
 * Chooses the Go release that was current at the time of the commit, or a newer one if a go.mod
 * requires it. The version in `go` is only the lowest that can build a module; tests are run with
 * current ones. A `toolchain` is exact.
 */
export async function chooseGo({
  base,
  golden,
  committedAt,
  images,
}: DetectorInput): Promise<ImageChoice> {
  const texts = await Promise.all(
    [base, golden].flatMap((view) => filesNamed(view, /^go\.(mod|work)$/).map(view.read)),
  );
  const toolchain = highest(texts.map((text) => versionIn(text, 'toolchain go')));
  if (toolchain !== undefined) {
    return imageAtLeast(images, 'go', toolchain, `a go.mod names the toolchain ${toolchain}`);
  }
  const required = highest(texts.map((text) => versionIn(text, 'go ')));
  const day = dayOf(committedAt);
  const release = RELEASES.findLast(([, since]) => since <= day)?.[0];
  const current = release ?? OLDEST;
  if (required !== undefined && compareVersions(numbersOf(required), numbersOf(current)) > 0) {
    return imageAtLeast(
      images,
      'go',
      required,
      `the newest Go version that a go.mod requires is ${required}`,
    );
  }
  const and =
    release === undefined ? 'and no older Go can be had' : `when Go ${current} was current`;
  const because = `the commit is from ${day}, ${and}`;
  return imageAtLeast(images, 'go', current, because);
}

function versionIn(text: string | undefined, prefix: string): string | undefined {
  return new RegExp(`^${prefix}(\\d+\\.\\d+(?:\\.\\d+)?)`, 'm').exec(text ?? '')?.[1];
}

function highest(versions: readonly (string | undefined)[]): string | undefined {
  return versions
    .filter((version) => version !== undefined)
    .sort((left, right) => compareVersions(numbersOf(left), numbersOf(right)))
    .at(-1);
}
