import type { MissingPackage, PackageList } from '@refbench/contracts';
import { missingPackages } from '@refbench/package-door';
import type { Tree } from '@refbench/repos';
import {
  PATCH,
  SCRIPTS,
  TESTBED,
  WRITABLE,
  PACKAGE_FILES,
  scratchFolder,
} from '@refbench/workspace';
import { writePatchFolder } from '../container/patch-folder.ts';
import { changedManifests, type ChangedManifests } from './changed-manifests.ts';
import { packageMounts } from '../container/package-mounts.ts';
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
  const golden = await prepared.repository.readTree(prepared.instance.golden);
  const trees = { base: prepared.baseTree, golden, patched: options.patched };
  const changed = await changedManifests(prepared.repository, trees);
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
  const { prepared, limits, run, signal } = source.options;
  await using door = await source.openDoor(dated, logFile);
  await using scratch = await scratchFolder(prepared.workspace.stateDir);
  const patch = await scratch.sub('patch');
  await writePatchFolder(patch, prepared.repository, prepared.baseTree, changed.tree);
  await using created = await prepared.engine.createContainer({
    profile: 'agent',
    image: prepared.environment.imageId,
    command: ['bash', `${PACKAGE_FILES}/resolve.sh`],
    env: { HOME: '/home/bench', USER: 'bench', LANG: 'C.UTF-8', TZ: 'UTC' },
    workingDir: TESTBED,
    limits: {
      ...limits,
      wall_clock_ms: Math.max(limits.wall_clock_ms, 30 * 60_000),
      idle_ms: null,
    },
    mounts: [
      { source: prepared.environment.scripts, target: SCRIPTS },
      { source: patch, target: PATCH },
      ...packageMounts(door.socketDir),
    ],
    writable: WRITABLE,
    labels: { run, instance: prepared.instance.id, attempt, phase: 'warm' },
  });
  await using running = await created.start({ signal });
  await using stopped = await running.ended;
  const { end } = stopped;
  if (end.kind === 'stopped') return { kind: 'stopped' };
  if (end.kind === 'infra-failed') return { kind: 'infra', detail: `${end.cause}: ${end.detail}` };
  const list = door.list();
  const missing = missingPackages(list, changed.addresses);
  return { kind: 'resolved', list, missing, log: stopped.log.bytes };
}
