import type { Adjustments, Diagnosis } from '@refbench/env-builder';
import { fileOf, type Finding } from '@refbench/leak-gate';
import { HOME } from '@refbench/workspace';

const HOME_IN_LAYER = `${HOME.slice(1)}/`;

/**
 * Proposes an environment without the later releases of the project that the leak gate found in caches of
 * package managers. Tools of the build bring them, such as a plug-in that depends on the project. Whether the
 * tests need them is seen when they run.
 */
export function withoutOwnReleases(
  leaks: readonly Finding[],
  known: Adjustments,
): readonly Diagnosis[] {
  const files = leaks.map(fileOf);
  const isRemovable =
    leaks.every(({ kind }) => kind === 'own-package') &&
    files.every((path) => path.startsWith(HOME_IN_LAYER));
  if (!isRemovable) return [];
  const found = files.map((path) => path.slice(HOME_IN_LAYER.length));
  const unneeded = [...new Set([...known.unneeded, ...found])].sort();
  if (unneeded.length === known.unneeded.length) return [];
  const because = `a tool of the build brings a later release of the project (${leaks[0]?.witness ?? ''}), which the tests may not need`;
  return [{ adjustments: { ...known, unneeded }, because }];
}
