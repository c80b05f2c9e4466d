import {
  imagesOf,
  type Adjustments,
  type Diagnosis,
  type ImageDefinitions,
  type RecipeDraft,
} from '@refbench/env-builder';
import { fileOf, type Finding } from '@refbench/leak-gate';
import { HOME } from '@refbench/workspace';

const HOME_IN_LAYER = `${HOME.slice(1)}/`;

/**
 * Proposes an environment without the later releases of the project that the leak gate found. Tools of the
 * project bring them, such as a plug-in that depends on it. npm is asked for an earlier release instead, or an old npm
 * for none; files in
 * caches of other package managers are removed, and where npm itself contains one, the image is older. Keys that a
 * build makes for its tests are removed, too. Whether the tests need any of these is seen when they run.
 * @param images - The base images that there are.
 */
export function withoutOwnReleases(
  leaks: readonly Finding[],
  known: Adjustments,
  draft: Pick<RecipeDraft, 'baseImage' | 'programs'>,
  images: ImageDefinitions['images'],
): readonly Diagnosis[] {
  return [
    ...earlierReleases(leaks, known, draft),
    ...withoutFiles(leaks, known),
    ...earlierNpm(leaks, known, draft.baseImage, images),
  ];
}

const LATER = /^npm (\S+) \S+, later than (\d\S*)$/;
/** Packages that npm installed, and its cache. */
const OF_NPM = /^(?:testbed\/(?:.+\/)?node_modules\/|home\/bench\/\.npm\/)/;

function earlierReleases(
  leaks: readonly Finding[],
  known: Adjustments,
  { programs }: Pick<RecipeDraft, 'programs'>,
): readonly Diagnosis[] {
  const isInstalledAside = 'install-dependencies.mjs' in programs;
  if (!isInstalledAside || !leaks.every((leak) => OF_NPM.test(fileOf(leak)))) return [];
  const later = leaks.flatMap(({ kind, witness }) => {
    const [, name, base] = (kind === 'own-package' ? LATER.exec(witness) : null) ?? [];
    return name === undefined ? [] : [[name, `<=${base}`] as const];
  });
  const releases = JSON.stringify(Object.fromEntries(later));
  if (later.length === 0 || known.variables[OWN_RELEASES] === releases) return [];
  return [
    {
      adjustments: { ...known, variables: { ...known.variables, [OWN_RELEASES]: releases } },
      because: `a tool of the project brings a later release of it (${[...new Set(later.map(([name]) => name))].join(', ')}), where an earlier one, or none, may do`,
    },
  ];
}

/** Read by install-dependencies.mjs in docker/recipes. */
const OWN_RELEASES = 'REFBENCH_OWN_RELEASES';

/** Keys and certificates that a build makes for tests. The next build makes them again. */
const BUILD_IN_LAYER = `${HOME_IN_LAYER}build/`;

function withoutFiles(leaks: readonly Finding[], known: Adjustments): readonly Diagnosis[] {
  const isRelease = leaks.some(({ kind }) => kind === 'own-package');
  const isRemovable = leaks.every((leak) =>
    leak.kind === 'own-package'
      ? fileOf(leak).startsWith(HOME_IN_LAYER)
      : leak.kind === 'secret' && fileOf(leak).startsWith(BUILD_IN_LAYER),
  );
  if (!isRemovable) return [];
  const found = leaks.map((leak) => fileOf(leak).slice(HOME_IN_LAYER.length));
  const unneeded = [...new Set([...known.unneeded, ...found])].sort();
  if (unneeded.length === known.unneeded.length) return [];
  const witness = leaks[0]?.witness ?? '';
  const because = isRelease
    ? `a tool of the build brings a later release of the project (${witness}), which the tests may not need`
    : `the build makes what looks like a secret (${witness}), which each run can make again`;
  return [{ adjustments: { ...known, unneeded }, because }];
}

const NPM_ITSELF = 'usr/local/lib/node_modules/npm/';

/** npm contains packages of its own. The nearest older image with another npm may contain an earlier release. */
function earlierNpm(
  leaks: readonly Finding[],
  known: Adjustments,
  baseImage: string,
  images: ImageDefinitions['images'],
): readonly Diagnosis[] {
  const inNpm = leaks.every((leak) => fileOf(leak).startsWith(NPM_ITSELF));
  if (leaks.length === 0 || !inNpm || known.toolchain > 0) return [];
  const npmOf = (image: string): string | undefined => images[image]?.provides['npm'];
  const older = imagesOf(Object.keys(images), 'node').map(({ image }) => image);
  older.splice(older.indexOf(baseImage));
  const steps = older.length - older.findLastIndex((image) => npmOf(image) !== npmOf(baseImage));
  if (steps > older.length) return [];
  return [
    {
      adjustments: { ...known, toolchain: known.toolchain - steps },
      because: `npm contains a later release of the project (${leaks[0]?.witness ?? ''}), which an older npm may not`,
    },
  ];
}
