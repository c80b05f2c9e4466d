import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { currentOwner, ownerIsAlive, readJsonFile, type ProcessOwner } from '@refbench/files';
import { z } from 'zod';
import { containerListResponse, imageListResponse, volumeListResponse } from './api/responses.ts';
import type { EngineApi } from './api/engine-api.ts';
import { engineError } from './api/engine-failure.ts';
import { removeContainer, removeVolume } from './api/remove.ts';
import { OWNER_LABEL, RUN_LABEL } from './security-profile/labels.ts';
import { releaseDisk } from './storage/release-disk.ts';
import { ownerOfName, type StateFolder } from './storage/state-folder.ts';

/** The names of everything that was removed or, in a dry run, found. */
export interface SweepReport {
  readonly containers: readonly string[];
  readonly volumes: readonly string[];
  readonly loopFiles: readonly string[];
}

export interface SweepOptions {
  /** Sweeps only this run, including what the current process holds of it. */
  readonly run?: string;
  readonly dryRun: boolean;
}

const LIST_TIMEOUT_MS = 60_000;
const diskSchema = z.object({ run: z.string() });

/**
 * Removes the leftovers of dead processes: first containers, then their volumes, then their disks.
 * Never touches anything that belongs to another live process.
 */
export async function sweep(
  api: EngineApi,
  state: StateFolder,
  options: SweepOptions,
): Promise<SweepReport> {
  const stale = (owner: ProcessOwner | undefined, run: string | undefined): boolean =>
    isStale(owner, run, options);
  const found = await find(api, state, stale);
  if (!options.dryRun) {
    const removed = await Promise.all(found.containers.map(({ id }) => removeContainer(api, id)));
    // Keep what a container may still use.
    if (removed.includes(false)) throw unanswered();
    await Promise.all(found.volumes.map((name) => removeVolume(api, name)));
    await Promise.all(found.disks.map((folder) => releaseDisk(folder)));
    await sweepTrees(api, state);
  }
  return {
    containers: found.containers.map(({ name }) => name).sort(),
    volumes: found.volumes.toSorted(),
    loopFiles: found.disks.map((folder) => join(folder, 'disk.img')).sort(),
  };
}

function unanswered(): RefbenchError {
  return new RefbenchError({
    kind: 'engine',
    message: 'the engine did not remove the containers of a killed run',
    hint: 'check the engine with `refbench doctor`, then run the same command again',
  });
}

function isStale(
  owner: ProcessOwner | undefined,
  run: string | undefined,
  options: SweepOptions,
): boolean {
  // The label is blank in images of RefBench. Containers that users start from them are not
  // removed.
  if (owner === undefined || owner === '') return false;
  if (options.run !== undefined && options.run !== run) return false;
  if (owner === currentOwner()) return options.run !== undefined;
  return !ownerIsAlive(owner);
}

type IsStale = (owner: ProcessOwner | undefined, run: string | undefined) => boolean;

interface Found {
  readonly containers: readonly { readonly id: string; readonly name: string }[];
  readonly volumes: readonly string[];
  /** Folders of loop disks. */
  readonly disks: readonly string[];
}

async function find(api: EngineApi, state: StateFolder, stale: IsStale): Promise<Found> {
  const filters = { label: [OWNER_LABEL] };
  const request = { method: 'GET', timeoutMs: LIST_TIMEOUT_MS } as const;
  try {
    const [containers, volumes, disks] = await Promise.all([
      api.json(
        { ...request, path: '/containers/json', query: { all: true, filters } },
        containerListResponse,
      ),
      api.json({ ...request, path: '/volumes', query: { filters } }, volumeListResponse),
      findDisks(state, stale),
    ]);
    return {
      containers: containers
        .filter(({ Labels }) => stale(Labels[OWNER_LABEL], Labels[RUN_LABEL]))
        .map(({ Id, Names }) => ({ id: Id, name: Names[0]?.replace(/^\//, '') ?? Id })),
      volumes: volumes.Volumes.filter(({ Labels }) =>
        stale(Labels[OWNER_LABEL], Labels[RUN_LABEL]),
      ).map(({ Name }) => Name),
      disks,
    };
  } catch (error) {
    throw engineError('cannot list the leftovers of earlier runs', error);
  }
}

async function findDisks(state: StateFolder, stale: IsStale): Promise<readonly string[]> {
  const found = await Promise.all(
    (await namesIn(state.disks)).map(async (name) => {
      const folder = join(state.disks, name);
      const disk = await readJsonFile(join(folder, 'disk.json'), diskSchema);
      const run = disk.kind === 'valid' ? disk.value.run : undefined;
      return stale(ownerOfName(name), run) ? folder : undefined;
    }),
  );
  return found.filter((folder) => folder !== undefined);
}

/** Removes partial trees of dead processes, and trees of images that the engine no longer has. */
async function sweepTrees(api: EngineApi, state: StateFolder): Promise<void> {
  const names = await namesIn(state.lower);
  if (names.length === 0) return;
  const images = await api.json(
    { method: 'GET', path: '/images/json', query: { all: true }, timeoutMs: LIST_TIMEOUT_MS },
    imageListResponse,
  );
  const present = new Set(images.map(({ Id }) => Id.replace(/^sha256:/, '')));
  const useless = names.filter((name) => {
    const owner = ownerOfName(name);
    if (owner !== undefined) return !ownerIsAlive(owner);
    return /^[0-9a-f]{64}$/.test(name) && !present.has(name);
  });
  await Promise.all(
    useless.map((name) => rm(join(state.lower, name), { recursive: true, force: true })),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}
