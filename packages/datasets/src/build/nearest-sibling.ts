import { makeFolder } from '@refbench/base';
import { listInstances, readAdmission, timeOfGolden, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';

interface Context {
  readonly workspace: Workspace;
  readonly entry: CatalogEntry;
  readonly signal: AbortSignal;
}

/**
 * Returns the admitted instance of the same repository that has an environment and whose commit is nearest
 * in time, because the closer two commits are, the more alike are their manifests.
 * @param workspace where admitted instances are
 */
export async function nearestSibling(
  context: Context,
  workspace: Workspace,
): Promise<CatalogEntry | undefined> {
  await makeFolder(workspace.instancesDir);
  const { entries } = await listInstances(workspace);
  const name = context.entry.instance.repository.name.toLowerCase();
  const siblings: CatalogEntry[] = [];
  for (const entry of entries) {
    const { repository, no_tests } = entry.instance;
    if (repository.name.toLowerCase() !== name || no_tests !== undefined) continue;
    if ((await readAdmission(entry)).kind === 'admitted') siblings.push(entry);
  }
  if (siblings.length < 2) return siblings[0];
  const { signal } = context;
  const own = (await timeOfGolden(context)).getTime();
  const distances = await Promise.all(
    siblings.map(async (entry) => ({
      entry,
      distance: Math.abs((await timeOfGolden({ workspace, entry, signal })).getTime() - own),
    })),
  );
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.entry;
}
