import type { MissingPackage, SuitePackages, TestsRecord } from '@refbench/contracts';
import { sum } from '@refbench/base';
import { archivesDigest, responsibleFor } from '@refbench/package-door';
import type { AttemptPackages } from './attempt-packages.ts';

/** Packages that a patch needs and that could not be had, and who is responsible for that. */
export interface MissingDependencies {
  readonly packages: readonly MissingPackage[];
  readonly responsible: 'model' | 'infra' | 'instance';
}

/** Describes the packages with which a suite ran, for tests.json. */
export function suitePackages(
  packages: Extract<AttemptPackages, { readonly kind: 'packages' }>,
  installation: { readonly status: number | null } | undefined,
): SuitePackages {
  const { list, source, missing } = packages;
  return {
    archives: archivesDigest(list),
    count: list.archives.length,
    bytes: sum(list.archives.map(({ bytes }) => bytes)),
    source,
    installed: installation?.status ?? null,
    missing: [...missing],
  };
}

/** Why a suite has no counts: one sentence with at most five names. */
export function lackingText(missing: readonly MissingPackage[]): string {
  const names = missing.slice(0, 5).map(({ name }) => name);
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
  return `dependencies-missing: ${names.join(', ')}${more} could not be had: ${missing[0]?.detail}`;
}

/** Returns what was missing if the suite did not pass without it; otherwise undefined. */
export function missingOf({ run, packages }: TestsRecord): MissingDependencies | undefined {
  if (run.kind !== 'no-verdict' || !run.reason.startsWith('dependencies-missing: '))
    return undefined;
  const missing = packages?.missing ?? [];
  return { packages: missing, responsible: responsibleFor(missing) };
}
