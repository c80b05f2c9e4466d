import { RefbenchError } from '@refbench/contracts';
import type { Workspace } from '@refbench/workspace';
import { placeDigest } from './folder-digest.ts';
import type { Installed } from './installed-file.ts';
import { pathOfPlace, type Place } from './places.ts';

/** What an installation does with each file and folder. */
export interface InstallPlan {
  readonly add: readonly Place[];
  /** They are there already, with the same content. */
  readonly keep: readonly Place[];
  /** They are as an earlier version installed them. */
  readonly replace: readonly Place[];
  /** Names of places of the earlier version that this one lacks. */
  readonly remove: readonly string[];
}

/**
 * Compares a data set with a workspace. A file or folder that a person changed or made is never replaced.
 * @param before what an earlier pull installed
 * @throws RefbenchError kind `usage` if something is in the way
 */
export async function planInstall(
  workspace: Workspace,
  places: readonly Place[],
  before: Installed | undefined,
): Promise<InstallPlan> {
  const plan = { add: [], keep: [], replace: [] } as Record<'add' | 'keep' | 'replace', Place[]>;
  const inTheWay: string[] = [];
  for (const place of places) {
    const here = await placeDigest(place.path);
    if (here === undefined) plan.add.push(place);
    else if (here === place.digest) plan.keep.push(place);
    else if (here === before?.places[place.name]) plan.replace.push(place);
    else inTheWay.push(place.path);
  }
  const names = new Set(places.map(({ name }) => name));
  const remove: string[] = [];
  for (const [name, digest] of Object.entries(before?.places ?? {})) {
    if (names.has(name)) continue;
    if ((await placeDigest(pathOfPlace(workspace, name))) === digest) remove.push(name);
  }
  if (inTheWay.length > 0) throw otherContent(inTheWay);
  return { ...plan, remove };
}

function otherContent(paths: readonly string[]): RefbenchError {
  const shown = paths.slice(0, 5).join(', ');
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return new RefbenchError({
    kind: 'usage',
    message: `these exist with another content than that of the data set: ${shown}${more}`,
    hint: 'move them away, or pull into other folders with --instances-dir and --rules-dir',
  });
}
