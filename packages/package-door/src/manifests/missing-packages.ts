import type { MissingPackage, PackageList } from '@refbench/contracts';

/**
 * Returns what was asked for and could not be had. Package managers also ask for what need not exist: a
 * prefix of a module's path, another version of a package of which one was found, a file beside another.
 */
export function missingPackages(
  { archives, refused }: Pick<PackageList, 'archives' | 'refused'>,
  addresses: readonly string[],
): readonly MissingPackage[] {
  const found = refused.filter(
    ({ ecosystem, name }) =>
      ecosystem !== null &&
      !archives.some(
        (archive) =>
          archive.ecosystem === ecosystem &&
          (archive.name === name || (ecosystem === 'go' && archive.name.startsWith(`${name}/`))),
      ),
  );
  const modules = found.filter(({ ecosystem }) => ecosystem === 'go').map(({ name }) => name);
  return [
    ...found
      .filter(({ ecosystem, name }) => ecosystem !== 'go' || !isPrefix(name, modules))
      .map(({ name, version, reason, detail }) => ({
        name: version === undefined ? name : `${name}@${version}`,
        reason,
        detail,
      })),
    ...addresses.map((name) => ({
      name,
      reason: 'not-a-package',
      detail: `${name} is not a package of a registry`,
    })),
  ];
}

function isPrefix(name: string, modules: readonly string[]): boolean {
  return modules.some((other) => other.startsWith(`${name}/`));
}

/** Reasons for which whoever made the patch is responsible. */
const OF_THE_PATCH = new Set(['unknown', 'own-project', 'not-a-package']);

/**
 * Who is responsible for packages that cannot be had: the machine if a registry could not be reached; the
 * patch if it asks for what no registry has or for a later release of the project itself; otherwise the
 * instance, which cannot give what exists.
 */
export function responsibleFor(missing: readonly MissingPackage[]): 'model' | 'infra' | 'instance' {
  if (missing.some(({ reason }) => reason === 'unreachable')) return 'infra';
  return missing.some(({ reason }) => OF_THE_PATCH.has(reason)) ? 'model' : 'instance';
}
