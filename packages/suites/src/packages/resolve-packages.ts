import type { MissingPackage, PackageList } from '@refbench/contracts';
import { missingPackages } from '@refbench/package-door';
import type { Tree } from '@refbench/repos';
import { manifestsOfPatch, type ChangedManifests } from './changed-manifests.ts';
import { installManifests } from './install-manifests.ts';
import type { PackageSource } from './package-source.ts';

/** The packages of a patch that was made elsewhere. */
export type ResolvedPackages =
  /** The caches of the image hold everything that the manifests ask for. */
  | { readonly kind: 'nothing-new' }
  | {
      readonly kind: 'resolved';
      readonly list: PackageList;
      readonly missing: readonly MissingPackage[];
      readonly log: Buffer;
    }
  | { readonly kind: 'infra'; readonly detail: string }
  | { readonly kind: 'stopped' };

export interface ResolveOptions {
  readonly source: PackageSource;
  readonly patched: Tree;
  readonly attempt: string;
  /** packages.jsonl of the attempt. */
  readonly logFile: string;
  /** What was resolved for the same patch before. Then nothing is resolved again. */
  readonly known?: PackageList | undefined;
}

/**
 * Finds out which packages a patch needs: installs what its manifests ask for in a container that holds
 * base and these manifests, but no code of the patch. Packages of the time of base come first. If one that
 * is needed is younger, versions of every date are shown: nobody can learn from them here.
 */
export async function resolvePackages(options: ResolveOptions): Promise<ResolvedPackages> {
  const { prepared } = options.source.options;
  const changed = await manifestsOfPatch(prepared, options.patched);
  if (changed === undefined) return { kind: 'nothing-new' };
  if (!(await prepared.engine.sharesFiles())) {
    return {
      kind: 'infra',
      detail: 'the door is a socket, and the engine sees no files of this host',
    };
  }
  const { known } = options;
  if (known !== undefined) {
    const missing = missingPackages(known, changed.addresses);
    return { kind: 'resolved', list: known, missing, log: Buffer.alloc(0) };
  }
  const dated = await resolveOnce(options, changed, true);
  if (dated.kind !== 'resolved' || !dated.missing.some(({ reason }) => reason === 'later')) {
    return dated;
  }
  return await resolveOnce(options, changed, false);
}

async function resolveOnce(
  { source, attempt, logFile }: ResolveOptions,
  changed: ChangedManifests,
  dated: boolean,
): Promise<ResolvedPackages> {
  await using door = await source.openDoor(dated, logFile);
  const installed = await installManifests({ source, door, attempt, changed });
  if (installed.kind !== 'ended') return installed;
  const list = door.list();
  const missing = missingPackages(list, changed.addresses);
  return { kind: 'resolved', list, missing, log: installed.log };
}
