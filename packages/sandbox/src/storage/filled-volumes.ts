import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { pack } from 'tar-fs';
import type { EngineApi } from '../api/engine-api.ts';
import { removeVolume } from '../api/remove.ts';
import type { ReadOnlyMount } from '../contract/container-spec.ts';
import type { Mount, StoragePlan } from '../contract/storage-plan.ts';
import { withProbeContainer } from './probe-container.ts';

const TIMEOUT_MS = 60_000;

export interface FilledVolumesInput {
  readonly api: EngineApi;
  readonly imageId: string;
  /** Name of the container and prefix of the volumes. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly mounts: readonly ReadOnlyMount[];
}

/**
 * Shows folders of this host to a container of an engine that does not see them. Each folder is
 * copied into a volume before the container is created, because an engine refuses archives into
 * read-only mounts. A second container, which never starts, receives the archives.
 */
export function withFilledVolumes(plan: StoragePlan, input: FilledVolumesInput): StoragePlan {
  const { api, imageId, name, labels, mounts } = input;
  const sources = [...new Set(mounts.map(({ source }) => source))];
  const volumes = new Map(sources.map((source, index) => [source, `${name}-folder-${index}`]));
  return {
    ...plan,
    readOnly: ({ source, target }) => volumeMount(volumes.get(source) ?? source, target, true),
    createVolumes: async () => {
      await plan.createVolumes();
      for (const source of sources) await requireFolder(source);
      await Promise.all([...volumes.values()].map((volume) => createVolume(api, volume, labels)));
      // A random place, so that no folder of the image is below it.
      const root = `/refbench-${randomBytes(6).toString('hex')}`;
      const places = [...volumes].map(([source, volume], index) => ({
        source,
        volume,
        place: `${root}-${index}`,
      }));
      const hostConfig = {
        Mounts: places.map(({ volume, place }) => volumeMount(volume, place, false)),
      };
      await withProbeContainer(api, { imageId, labels, hostConfig }, async (id) => {
        for (const { source, place } of places) await fill(api, id, source, place);
      });
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...volumes.values()].map((volume) => removeVolume(api, volume)));
      await plan[Symbol.asyncDispose]();
    },
  };
}

function volumeMount(volume: string, target: string, readOnly: boolean): Mount {
  return {
    Type: 'volume',
    Source: volume,
    Target: target,
    ReadOnly: readOnly,
    // Nothing of the image belongs into it.
    VolumeOptions: { NoCopy: true },
  };
}

/** A socket leads to a process of this host, so a copy of it would be useless. */
async function requireFolder(source: string): Promise<void> {
  const entries = await readdir(source, { withFileTypes: true });
  if (!entries.some((entry) => entry.isSocket())) return;
  throw new RefbenchError({
    kind: 'engine',
    message: `the engine does not see the files of this host, so the socket in ${source} cannot be reached from a container`,
    hint: 'use an engine on this host',
  });
}

async function createVolume(
  api: EngineApi,
  name: string,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  const body = { Name: name, Driver: 'local', Labels: labels };
  await api.text({ method: 'POST', path: '/volumes/create', body, timeoutMs: TIMEOUT_MS });
}

/** Everything belongs to root, so that no other user of the container could change it. */
async function fill(api: EngineApi, id: string, source: string, place: string): Promise<void> {
  const archive = pack(source, {
    map: (header) => ({ ...header, uid: 0, gid: 0, uname: '', gname: '' }),
  });
  await api.text({
    method: 'PUT',
    path: `/containers/${id}/archive`,
    query: { path: place },
    upload: Readable.from(archive),
    timeoutMs: undefined,
  });
}
