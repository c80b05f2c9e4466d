import { basename, join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { editYamlFile } from '@refbench/base';
import { bytePath, type Repository, type Tree } from '@refbench/repos';
import { declaredDependencies } from './declared-dependencies.ts';

/**
 * Returns the packages that golden adds: those listed in instance.yaml, optionally with versions, and
 * those that only golden's manifests require. Every agent may see this part of golden, because the
 * packages are installed in the environment.
 */
export async function dependenciesOfGolden(
  instance: Instance,
  repository: Repository,
): Promise<readonly string[]> {
  const { manifests } = instance.environment;
  const listed = instance.dependencies_of_golden;
  const base = await declaredIn(repository, await repository.readTree(instance.base), manifests);
  const golden = await declaredIn(
    repository,
    await repository.readTree(instance.golden),
    manifests,
  );
  const isListed = (name: string): boolean =>
    listed.some((one) => one === name || one.startsWith(`${name}@`));
  const added = [...golden].filter((name) => !base.has(name) && !isListed(name));
  return [...listed, ...added].sort();
}

/**
 * Writes the list to instance.yaml, unless it already has as many names. The rest of the file is
 * preserved.
 */
export async function recordDependenciesOfGolden(
  instanceDir: string,
  names: readonly string[],
): Promise<void> {
  await editYamlFile(join(instanceDir, 'instance.yaml'), (document) => {
    const listed = document.toJS() as Partial<Instance>;
    if ((listed.dependencies_of_golden ?? []).length === names.length) return false;
    document.set('dependencies_of_golden', document.createNode(names));
    return true;
  });
}

async function declaredIn(
  repository: Repository,
  tree: Tree,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of paths) {
    const entry = tree.get(bytePath(path));
    if (entry === undefined) continue;
    const text = (await repository.readBlob(entry.oid)).toString('utf8');
    for (const name of declaredDependencies(basename(path), text)) names.add(name);
  }
  return names;
}
