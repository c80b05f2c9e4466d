import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { RefbenchError } from '@refbench/contracts';
import { pack } from 'tar-fs';
import type { EngineApi } from '../api/engine-api.ts';
import { createVolume } from '../api/create-volume.ts';
import { removeVolume } from '../api/remove.ts';
import type { ReadOnlyMount } from '../contract/container-spec.ts';
import type { Mount, StoragePlan } from '../contract/storage-plan.ts';
import { IdleContainer } from './idle-container.ts';

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
  const volumeOf = (source: string): string => `${name}-folder-${sources.indexOf(source)}`;
  // The name of a container is random, so no folder of the image is in the way.
  const placeOf = (source: string): string => `/${volumeOf(source)}`;
  return {
    ...plan,
    readOnly: ({ source, target }) => volumeMount(volumeOf(source), target, true),
    createVolumes: async () => {
      await plan.createVolumes();
      for (const source of sources) await refuseSockets(source);
      await Promise.all(sources.map((source) => createVolume(api, volumeOf(source), labels)));
      const hostConfig = {
        Mounts: sources.map((source) => volumeMount(volumeOf(source), placeOf(source), false)),
      };
      await using container = await IdleContainer.create(api, { imageId, labels, hostConfig });
      for (const source of sources) await container.put(placeOf(source), archiveOf(source));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(sources.map((source) => removeVolume(api, volumeOf(source))));
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
async function refuseSockets(source: string): Promise<void> {
  const entries = await readdir(source, { withFileTypes: true });
  if (!entries.some((entry) => entry.isSocket())) return;
  throw new RefbenchError({
    kind: 'engine',
    message: `the engine does not see the files of this host, so the socket in ${source} cannot be reached from a container`,
    hint: 'use an engine on this host',
  });
}

/** Everything belongs to root, so that no other user of the container could change it. */
function archiveOf(folder: string): Readable {
  return Readable.from(
    pack(folder, { map: (header) => ({ ...header, uid: 0, gid: 0, uname: '', gname: '' }) }),
  );
}
