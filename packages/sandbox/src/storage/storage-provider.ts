import { readdir } from 'node:fs/promises';
import type { EngineApi } from '../api/engine-api.ts';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { EngineInfo, StorageMethod } from '../contract/engine-info.ts';
import { imageReader } from './image-reader.ts';
import { advisoryStorage, storageOptStorage } from './layer-storage.ts';
import { LowerTrees, type LowerTree } from './lower-tree.ts';
import { overlayStorage } from './overlay-storage.ts';
import { withFilledVolumes } from './filled-volumes.ts';
import { probeEngine, type EngineAbilities } from './probe-engine.ts';
import type { StateFolder } from './state-folder.ts';
import type { StoragePlan } from '../contract/storage-plan.ts';
import { SCRATCH, writableDirectories } from './writable-directories.ts';

export interface StorageRequest {
  readonly spec: ContainerSpec;
  readonly imageId: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const ABSENT: LowerTree = { kind: 'absent' };

/** Provides each container with the best storage that this engine supports. */
export class StorageProvider {
  private readonly api: EngineApi;
  private readonly info: EngineInfo;
  private readonly state: StateFolder;
  private readonly trees: LowerTrees;
  private found: Promise<EngineAbilities> | undefined;

  constructor(parts: {
    readonly api: EngineApi;
    readonly info: EngineInfo;
    readonly state: StateFolder;
  }) {
    this.api = parts.api;
    this.info = parts.info;
    this.state = parts.state;
    this.trees = new LowerTrees(parts.state);
  }

  async method(): Promise<StorageMethod> {
    return (await this.abilities()).method;
  }

  /** Returns true if the engine sees the files of this host under the same paths. */
  async sharesFiles(): Promise<boolean> {
    return (await this.abilities()).sharesFiles;
  }

  private async abilities(): Promise<EngineAbilities> {
    this.found ??= probeEngine(this.api, this.info, this.state);
    return await this.found;
  }

  async unpackedBytes(imageId: string): Promise<number> {
    return await this.trees.bytesOf(imageId);
  }

  async plan(request: StorageRequest): Promise<StoragePlan> {
    const { spec, imageId, name, labels } = request;
    const { method, sharesFiles } = await this.abilities();
    const plan = await this.writableStorage(request, method);
    if (sharesFiles || spec.mounts.length === 0) return plan;
    const { api } = this;
    return withFilledVolumes(plan, { api, imageId, name, labels, mounts: spec.mounts });
  }

  private async writableStorage(
    request: StorageRequest,
    method: StorageMethod,
  ): Promise<StoragePlan> {
    const { spec } = request;
    if (method === 'storage-opt') return storageOptStorage(spec.limits.storage_bytes);
    // A commit contains only the writable layer, so builds must write there.
    if (method === 'advisory' || spec.profile === 'build') return advisoryStorage();
    return await this.overlay(request);
  }

  private async overlay(request: StorageRequest): Promise<StoragePlan> {
    const { spec, imageId, name, labels } = request;
    const { api, state } = this;
    const directories = writableDirectories(spec.writable);
    const copied = directories.filter((directory) => !SCRATCH.has(directory));
    const trees = await this.trees.provide(imageId, copied, () =>
      imageReader(api, imageId, labels),
    );
    const empty = directories.filter((directory) => SCRATCH.has(directory));
    return overlayStorage({
      api,
      state,
      limitBytes: spec.limits.storage_bytes,
      name,
      run: spec.labels.run,
      labels,
      folders: await plainFolders(spec.mounts.map(({ source }) => source)),
      trees: new Map([...trees, ...empty.map((path) => [path, ABSENT] as const)]),
      polled: spec.profile !== 'agent',
    });
  }
}

/**
 * Selects the folders that can be shown through an overlay. It would not pass on connections to
 * sockets, and it has no use for single files.
 */
async function plainFolders(sources: readonly string[]): Promise<readonly string[]> {
  const plain = await Promise.all(
    [...new Set(sources)].map(async (source) => {
      const entries = await readdir(source, { withFileTypes: true }).catch(() => undefined);
      return entries?.every((entry) => !entry.isSocket()) === true ? [source] : [];
    }),
  );
  return plain.flat();
}
