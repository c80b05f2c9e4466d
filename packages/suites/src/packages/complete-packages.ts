import type { OpenDoor } from '@refbench/package-door';
import type { Tree } from '@refbench/repos';
import { manifestsOfPatch } from './changed-manifests.ts';
import { installManifests, type InstalledManifests } from './install-manifests.ts';
import type { PackageSource } from './package-source.ts';

export interface CompleteOptions {
  readonly source: PackageSource;
  /** The door of the agent's container. */
  readonly door: OpenDoor;
  readonly patched: Tree;
  readonly attempt: string;
}

/**
 * Gets what the manifests of a patch ask for through the door that its agent used, after the agent ended.
 * An agent that added one package may never have asked for the others, because it found them installed; the
 * suite, which starts from the image, installs all of them. Returns undefined if there is nothing to get.
 */
export async function completePackages(
  options: CompleteOptions,
): Promise<InstalledManifests | undefined> {
  const { source, door, patched, attempt } = options;
  const changed = await manifestsOfPatch(source.options.prepared, patched);
  return changed && (await installManifests({ source, door, attempt, changed }));
}
