import { addressesIn, asksForOthers, isManifest } from '@refbench/package-door';
import type { PreparedEnvironment } from '@refbench/instances';
import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';

/** What a patch asks of registries beyond base and golden. */
export interface ChangedManifests {
  /** Base with the manifests of the patch, and without any other file of it. */
  readonly tree: Tree;
  /** Addresses outside of registries that the patch adds. */
  readonly addresses: readonly string[];
}

/**
 * Returns the manifests that a patch changes in a way that may need other packages. Undefined if there are
 * none: then the caches of the image hold everything.
 */
export async function changedManifests(
  repository: Repository,
  trees: { readonly base: Tree; readonly golden: Tree; readonly patched: Tree },
): Promise<ChangedManifests | undefined> {
  const { base, golden, patched } = trees;
  const paths = [...new Set([...base.keys(), ...patched.keys()])].filter(
    (path) => isManifest(displayPath(path)) && base.get(path)?.oid !== patched.get(path)?.oid,
  );
  const textOf = async (tree: Tree, path: BytePath): Promise<string | undefined> => {
    const entry = tree.get(path);
    return entry && (await repository.readBlob(entry.oid)).toString('utf8');
  };
  let asks = false;
  const addresses: string[] = [];
  const tree = new Map(base);
  for (const path of paths) {
    const entry = patched.get(path);
    if (entry === undefined) tree.delete(path);
    else tree.set(path, entry);
    const [before, after] = [await textOf(base, path), await textOf(patched, path)];
    const name = displayPath(path);
    const ofGolden = await textOf(golden, path);
    if (asksForOthers(name, before, after) && asksForOthers(name, ofGolden, after)) asks = true;
    const known = new Set(addressesIn(name, before ?? ''));
    addresses.push(...addressesIn(name, after ?? '').filter((address) => !known.has(address)));
  }
  return asks ? { tree, addresses } : undefined;
}

/** Like `changedManifests`, with the trees of an instance. */
export async function manifestsOfPatch(
  { repository, instance, baseTree: base }: PreparedEnvironment,
  patched: Tree,
): Promise<ChangedManifests | undefined> {
  const golden = await repository.readTree(instance.golden);
  return await changedManifests(repository, { base, golden, patched });
}
