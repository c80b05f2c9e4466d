import { join } from 'node:path';
import {
  packageListSchema,
  RefbenchError,
  type MissingPackage,
  type PackageList,
} from '@refbench/contracts';
import { readJsonFile, writeFileAtomic, writeJsonFile } from '@refbench/base';
import type { Tree } from '@refbench/repos';
import { resolvePackages, restorePackages, type PackageSource } from '@refbench/suites';

/** The packages with which the suite of an attempt runs. */
export type AttemptPackages =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'packages';
      readonly list: PackageList;
      readonly source: 'attempt' | 'resolved';
      readonly missing: readonly MissingPackage[];
    }
  | { readonly kind: 'infra'; readonly detail: string }
  | { readonly kind: 'stopped' };

/**
 * Where the packages of an attempt come from: `recorded` while an agent used a package door; `elsewhere` if
 * the patch was made outside; `none` if its agent could get no packages, and so its patch gets none.
 */
export type PackagesOrigin = 'recorded' | 'elsewhere' | 'none';

export interface AttemptPackagesOptions {
  /** Folder of the attempt: packages.json is read from it, or written to it. */
  readonly folder: string;
  readonly source: PackageSource | undefined;
  readonly origin: PackagesOrigin;
  readonly patched: Tree;
  readonly attempt: string;
}

/**
 * Returns the packages of an attempt: those that its agent got, or those that its manifests ask for if it was
 * made elsewhere. Content that this host does not have is asked for again, by digest.
 */
export async function attemptPackages(options: AttemptPackagesOptions): Promise<AttemptPackages> {
  const { folder, source, origin, patched, attempt } = options;
  if (source === undefined || origin === 'none') return { kind: 'none' };
  const path = join(folder, 'packages.json');
  const stored = await readJsonFile(path, packageListSchema);
  // What was resolved can be resolved again; what an agent got cannot.
  if (stored.kind === 'invalid' && origin === 'recorded') {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} is damaged: ${stored.reason}`,
      hint: "restore the file, or move the attempt's folder away",
    });
  }
  // Agents see packages of a time, so a list without one is not that of a door.
  if (stored.kind === 'valid' && origin === 'recorded' && stored.value.cutoff === null) {
    return { kind: 'infra', detail: `${path} names no cut-off date` };
  }
  const known = stored.kind === 'valid' ? await restorePackages(source, stored.value) : undefined;
  if (known?.kind === 'failed') return { kind: 'infra', detail: known.detail };
  if (origin === 'recorded') {
    return known === undefined || known.list.archives.length === 0
      ? { kind: 'none' }
      : { kind: 'packages', list: known.list, source: 'attempt', missing: [] };
  }
  const resolved = await resolvePackages({
    source,
    patched,
    attempt,
    logFile: join(folder, 'packages.jsonl'),
    known: known?.list,
  });
  switch (resolved.kind) {
    case 'nothing-new':
      return { kind: 'none' };
    case 'infra':
      return { kind: 'infra', detail: `its packages could not be resolved: ${resolved.detail}` };
    case 'stopped':
      return { kind: 'stopped' };
    case 'resolved': {
      const { list, missing, log } = resolved;
      if (known === undefined) {
        await writeFileAtomic(join(folder, 'packages.log'), log);
        await writeJsonFile(path, list);
      }
      return { kind: 'packages', list, source: 'resolved', missing };
    }
  }
}
