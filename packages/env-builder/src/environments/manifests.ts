import { RefbenchError, type Instance } from '@refbench/contracts';
import { bytePath, type Repository, type TreeEntry } from '@refbench/repos';
import type { BuildFolder } from '../builds/build-folder.ts';

/** One dependency manifest in both commits; undefined if a commit lacks it. */
export interface Manifest {
  readonly path: string;
  readonly base: TreeEntry | undefined;
  readonly golden: TreeEntry | undefined;
}

/**
 * Returns the manifests of an instance that differ between the two commits. Equal manifests are
 * skipped, because they would warm the same cache twice.
 * @throws RefbenchError kind `invalid-file`
 */
export async function changedManifests(
  instance: Instance,
  repository: Repository,
): Promise<readonly Manifest[]> {
  const [base, golden] = await Promise.all([
    repository.readTree(instance.base),
    repository.readTree(instance.golden),
  ]);
  const manifests = instance.environment.manifests.map((path) => {
    const name = bytePath(path);
    const manifest: Manifest = { path, base: base.get(name), golden: golden.get(name) };
    const entries = [manifest.base, manifest.golden].filter((entry) => entry !== undefined);
    if (entries.length === 0) throw invalid(instance, path, 'is in neither commit');
    if (entries.some((entry) => entry.mode === '120000' || entry.mode === '160000')) {
      throw invalid(instance, path, 'is not a regular file');
    }
    return manifest;
  });
  return manifests.filter(
    ({ base, golden }) => base?.oid !== golden?.oid || base?.mode !== golden?.mode,
  );
}

/** Writes the manifests of both commits to the folder that warm.sh reads. */
export async function writeManifests(
  folder: BuildFolder,
  repository: Repository,
  manifests: readonly Manifest[],
): Promise<void> {
  if (manifests.length === 0) return;
  for (const side of ['base', 'golden'] as const) {
    await folder.makeFolder(`manifests/${side}`);
    for (const { path, [side]: entry } of manifests) {
      if (entry === undefined) continue;
      const bytes = await repository.readBlob(entry.oid);
      await folder.write(`manifests/${side}/${path}`, bytes, entry.mode === '100755');
    }
  }
}

function invalid(instance: Instance, path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `instance ${instance.id}: the manifest ${path} ${reason}`,
    hint: 'correct environment.manifests in its instance.yaml',
  });
}
