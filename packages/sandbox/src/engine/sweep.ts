import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import {
  currentOwner,
  fateOf,
  ownerOfName,
  readJsonFile,
  sweepLeases,
  type ProcessOwner,
} from '@refbench/base';
import { z } from 'zod';
import { containerListResponse, imageListResponse, volumeListResponse } from '../api/responses.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { engineError } from '../api/engine-failure.ts';
import { removeContainer, removeVolume } from '../api/remove.ts';
import { OWNER_LABEL, RUN_LABEL, STATE_LABEL } from '../security-profile/labels.ts';
import { builtImages, forgetImages, plainId } from '../storage/built-images.ts';
import { releaseDisk } from '../storage/release-disk.ts';
import type { StateFolder } from '../storage/state-folder.ts';
import type { SweepOptions, SweepReport } from '../contract/sweep-report.ts';

const LIST_TIMEOUT_MS = 60_000;
const diskSchema = z.object({ run: z.string() });

/**
 * Removes the leftovers of dead processes that used the same state folder: first containers, then
 * their volumes, then their disks. Never touches anything that belongs to another live process.
 */
export async function sweep(
  api: EngineApi,
  state: StateFolder,
  options: SweepOptions,
): Promise<SweepReport> {
  const found = await find(api, state, options);
  if (!options.dryRun) {
    const removed = await Promise.all(found.containers.map(({ id }) => removeContainer(api, id)));
    // Keep what a container may still use.
    if (removed.includes(false)) throw unanswered();
    await Promise.all(found.volumes.map((name) => removeVolume(api, name)));
    await Promise.all(found.disks.map((folder) => releaseDisk(folder)));
    await sweepImageFiles(api, state);
    await sweepLeases(state.shared);
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

interface Owned {
  readonly owner: ProcessOwner | undefined;
  readonly run: string | undefined;
  /** The id of the state folder. */
  readonly state: string | undefined;
}

type IsStale = (owned: Owned) => Promise<boolean>;

/** @param id the id of the own state folder */
function judgeOf(state: StateFolder, id: string, options: SweepOptions): IsStale {
  return async ({ owner, run, state: other }) => {
    // The label is blank in images of RefBench. Containers that users start from them are not
    // removed.
    if (owner === undefined || owner === '') return false;
    if (options.run !== undefined && options.run !== run) return false;
    // Leases are in the state folder, so others can only be judged by what is visible.
    if (other !== id) return options.all === true && fateOf(owner) === 'ended';
    if (owner === currentOwner()) return options.run !== undefined;
    return await state.hasEnded(owner);
  };
}

interface Found {
  readonly containers: readonly { readonly id: string; readonly name: string }[];
  readonly volumes: readonly string[];
  /** Folders of loop disks. */
  readonly disks: readonly string[];
}

async function find(api: EngineApi, state: StateFolder, options: SweepOptions): Promise<Found> {
  const id = await state.id();
  const isStale = judgeOf(state, id, options);
  const label = options.all === true ? OWNER_LABEL : `${STATE_LABEL}=${id}`;
  const filters = { label: [label] };
  const request = { method: 'GET', timeoutMs: LIST_TIMEOUT_MS } as const;
  try {
    const [containers, volumes, disks] = await Promise.all([
      api.json(
        { ...request, path: '/containers/json', query: { all: true, filters } },
        containerListResponse,
      ),
      api.json({ ...request, path: '/volumes', query: { filters } }, volumeListResponse),
      findDisks(state, id, options),
    ]);
    const staleContainers = await filter(containers, ({ Labels }) => isStale(ownedBy(Labels)));
    const staleVolumes = await filter(volumes.Volumes, ({ Labels }) => isStale(ownedBy(Labels)));
    return {
      containers: staleContainers.map(({ Id, Names }) => ({
        id: Id,
        name: Names[0]?.replace(/^\//, '') ?? Id,
      })),
      volumes: staleVolumes.map(({ Name }) => Name),
      disks,
    };
  } catch (error) {
    throw engineError('cannot list the leftovers of earlier runs', error);
  }
}

function ownedBy(labels: Readonly<Record<string, string>>): Owned {
  return { owner: labels[OWNER_LABEL], run: labels[RUN_LABEL], state: labels[STATE_LABEL] };
}

async function findDisks(
  state: StateFolder,
  id: string,
  options: SweepOptions,
): Promise<readonly string[]> {
  const { run: _, ...ofAnyRun } = options;
  const isStale = judgeOf(state, id, options);
  const isOrphan = judgeOf(state, id, ofAnyRun);
  const stale = await filter(await namesIn(state.disks), async (name) => {
    const disk = await readJsonFile(join(state.disks, name, 'disk.json'), diskSchema);
    const owned = { owner: ownerOfName(name), state: id };
    // A process that was killed before it noted the run leaves a disk that no run would ever remove.
    if (disk.kind !== 'valid') return await isOrphan({ ...owned, run: undefined });
    return await isStale({ ...owned, run: disk.value.run });
  });
  return stale.map((name) => join(state.disks, name));
}

/** Removes partial trees of dead processes, and what is stored for images that the engine lost. */
async function sweepImageFiles(api: EngineApi, state: StateFolder): Promise<void> {
  const names = await namesIn(state.lower);
  // Read before the images are listed, because another process may note one that it has just built.
  const built = [...(await builtImages(state))];
  if (names.length === 0 && built.length === 0) return;
  const images = await api.json(
    { method: 'GET', path: '/images/json', query: { all: true }, timeoutMs: LIST_TIMEOUT_MS },
    imageListResponse,
  );
  const present = new Set(images.map(({ Id }) => plainId(Id)));
  const useless = await filter(names, async (name) => {
    const owner = ownerOfName(name);
    if (owner !== undefined) return await state.hasEnded(owner);
    return /^[0-9a-f]{64}$/.test(name) && !present.has(name);
  });
  await Promise.all(
    useless.map((name) => rm(join(state.lower, name), { recursive: true, force: true })),
  );
  await forgetImages(
    state,
    built.filter((id) => !present.has(plainId(id))),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

async function filter<T>(
  items: readonly T[],
  test: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const passed = await Promise.all(items.map((item) => test(item)));
  return items.filter((_, index) => passed[index] === true);
}
