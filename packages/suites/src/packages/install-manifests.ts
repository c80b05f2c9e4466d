import type { OpenDoor } from '@refbench/package-door';
import {
  PACKAGE_FILES,
  PATCH,
  SCRIPTS,
  TESTBED,
  WRITABLE,
  scratchFolder,
} from '@refbench/workspace';
import { packageMounts } from '../container/package-mounts.ts';
import { writePatchFolder } from '../container/patch-folder.ts';
import type { ChangedManifests } from './changed-manifests.ts';
import type { PackageSource } from './package-source.ts';

/** How the installation of what manifests ask for ended. */
export type InstalledManifests =
  /** It ended by itself. The door knows what it asked for, and what it did not get. */
  | { readonly kind: 'ended'; readonly log: Buffer }
  | { readonly kind: 'infra'; readonly detail: string }
  | { readonly kind: 'stopped' };

export interface InstallOptions {
  readonly source: PackageSource;
  readonly door: OpenDoor;
  readonly attempt: string;
  readonly changed: ChangedManifests;
}

/**
 * Installs what the manifests of a patch ask for through a door, in a container that holds base and these
 * manifests, but no code of the patch.
 */
export async function installManifests(options: InstallOptions): Promise<InstalledManifests> {
  const { source, door, attempt, changed } = options;
  const { prepared, limits, run, signal } = source.options;
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
  const { end, log } = stopped;
  if (end.kind === 'stopped') return { kind: 'stopped' };
  if (end.kind === 'infra-failed') return { kind: 'infra', detail: `${end.cause}: ${end.detail}` };
  return { kind: 'ended', log: log.bytes };
}
