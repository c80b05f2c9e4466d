import { dayOf } from '../draft/day.ts';
import {
  compareVersions,
  imageAtLeast,
  numbersOf,
  type ImageChoice,
} from '../draft/image-choice.ts';
import type { DetectorInput } from '../draft/recipe-draft.ts';

/** The tools of each image of the family `gcc`, which are those of Debian 11, 12 and 13. */
const TOOLS: readonly {
  readonly gcc: string;
  readonly cmake: string;
  readonly meson: string;
  readonly catch2: string;
}[] = [
  { gcc: '10', cmake: '3.18', meson: '0.56', catch2: '2.13' },
  { gcc: '12', cmake: '3.25', meson: '1.0', catch2: '2.13' },
  { gcc: '14', cmake: '3.31', meson: '1.7', catch2: '3.7' },
];

/** A version that the build files require. */
export interface Requirement {
  readonly tool: 'cmake' | 'meson' | 'catch2';
  readonly version: string;
}

/**
 * Chooses a compiler of the time of the commit, because newer compilers reject more code, or a newer
 * one where the tools of that time do not meet the requirements.
 */
export function compilerImage(
  { images, committedAt }: Pick<DetectorInput, 'images' | 'committedAt'>,
  requirements: readonly Requirement[] = [],
): ImageChoice {
  const year = committedAt.getUTCFullYear();
  let wanted = year <= 2021 ? '10' : year <= 2023 ? '12' : '14';
  let because = `the commit is from ${dayOf(committedAt)}`;
  for (const { tool, version } of requirements) {
    const first = TOOLS.find((tools) => isAtLeast(tools[tool], version));
    if (first === undefined || Number(first.gcc) <= Number(wanted)) continue;
    wanted = first.gcc;
    because = `it is the first with ${tool} ${version} or newer`;
  }
  return imageAtLeast(images, 'gcc', wanted, because);
}

function isAtLeast(version: string, wanted: string): boolean {
  return compareVersions(numbersOf(version), numbersOf(wanted)) >= 0;
}
