import type { Readable } from 'node:stream';
import type { EngineApi, RegistryAuth } from '../api/engine-api.ts';
import type { CreatedContainer } from '../contract/container.ts';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { Engine, ImageInfo, InspectedImage } from '../contract/engine.ts';
import type { EngineInfo, StorageMethod } from '../contract/engine-info.ts';
import { EventWatch } from '../lifecycle/event-watch.ts';
import { builtImages, noteBuiltImage } from '../storage/built-images.ts';
import { StateFolder } from '../storage/state-folder.ts';
import { StorageProvider } from '../storage/storage-provider.ts';
import { sweep } from './sweep.ts';
import type { SweepOptions, SweepReport } from '../contract/sweep-report.ts';
import { engineError } from '../api/engine-failure.ts';
import type { BuildIsolation } from '../contract/build-isolation.ts';
import { BuildNetworkProvider } from '../network/build-network.ts';
import { createContainer } from './create-container.ts';
import { Images } from '../images/images.ts';

/** One engine, Docker or Podman, behind the same interface. */
export class ContainerEngine implements Engine {
  readonly info: EngineInfo;
  private readonly api: EngineApi;
  private readonly images: Images;
  private readonly events: EventWatch;
  private readonly tunnel: AsyncDisposable | undefined;
  private readonly state: StateFolder;
  private readonly storages: StorageProvider;
  private readonly networks: BuildNetworkProvider;

  constructor(parts: {
    readonly api: EngineApi;
    readonly info: EngineInfo;
    readonly engineId: string;
    readonly stateDir: string;
    /** Closed with the engine. */
    readonly tunnel?: AsyncDisposable | undefined;
  }) {
    this.api = parts.api;
    this.info = parts.info;
    this.images = new Images(parts.api);
    this.events = new EventWatch(parts.api);
    this.tunnel = parts.tunnel;
    this.state = new StateFolder(parts.stateDir, parts.engineId);
    this.storages = new StorageProvider({ api: parts.api, info: parts.info, state: this.state });
    this.networks = new BuildNetworkProvider({
      api: parts.api,
      info: parts.info,
      state: this.state,
      isLocal: () => this.storages.sharesFiles(),
    });
  }

  async storageMethod(): Promise<StorageMethod> {
    return await this.storages.method();
  }

  async sharesFiles(): Promise<boolean> {
    return await this.storages.sharesFiles();
  }

  async unpackedBytes(imageId: string): Promise<number> {
    return await this.storages.unpackedBytes(imageId);
  }

  async buildIsolation(): Promise<BuildIsolation> {
    try {
      return (await this.networks.provide([])).isolation;
    } catch (error) {
      throw engineError('cannot create the build network', error);
    }
  }

  async inspectImage(reference: string): Promise<InspectedImage | undefined> {
    return await this.images.inspect(reference);
  }

  async imageHistory(reference: string): Promise<readonly string[]> {
    return await this.images.history(reference);
  }

  async listImages(
    label: string,
    { intermediate }: { readonly intermediate: boolean } = { intermediate: false },
  ): Promise<readonly ImageInfo[]> {
    return await this.images.list(label, intermediate);
  }

  async builtImages(): Promise<ReadonlySet<string>> {
    return await builtImages(this.state);
  }

  async pullImage(reference: string, auth?: RegistryAuth): Promise<ImageInfo> {
    const before = await this.images.ids();
    const image = await this.images.pull(reference, auth);
    // An image that was there already belongs to whoever built or pulled it.
    if (!before.has(image.id)) await noteBuiltImage(this.state, image.id, reference);
    return image;
  }

  async importImage(
    rootfs: Readable,
    reference: string,
    changes: readonly string[],
  ): Promise<ImageInfo> {
    const image = await this.images.import(rootfs, reference, changes);
    await noteBuiltImage(this.state, image.id, reference);
    return image;
  }

  async saveImage(reference: string): Promise<Readable> {
    return await this.images.save(reference);
  }

  async tagImage(id: string, reference: string): Promise<void> {
    await this.images.tag(id, reference);
  }

  async pushImage(reference: string, auth?: RegistryAuth): Promise<string> {
    return await this.images.push(reference, auth);
  }

  async removeImage(reference: string): Promise<void> {
    await this.images.remove(reference);
  }

  async createContainer(spec: ContainerSpec): Promise<CreatedContainer> {
    const { api, info, events, storages, networks, state } = this;
    const image = await this.images.need(spec.image);
    return await createContainer({ api, info, events, storages, networks, state, image, spec });
  }

  async sweep(options: SweepOptions): Promise<SweepReport> {
    return await sweep(this.api, this.state, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.events.close();
    await this.tunnel?.[Symbol.asyncDispose]();
  }
}
