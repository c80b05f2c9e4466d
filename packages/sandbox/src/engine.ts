import type { Readable } from 'node:stream';
import type { RegistryAuth } from './api/engine-api.ts';
import type { ContainerSpec } from './container-spec.ts';
import type { BuildIsolation } from './network/build-network.ts';
import type { CreatedContainer } from './container.ts';
import type { SweepOptions, SweepReport } from './sweep.ts';
import type { StorageMethod, EngineInfo } from './engine-info.ts';

export interface ImageInfo {
  /** `sha256:...`, the image's config digest. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
  readonly createdMs: number;
  /** Id of the image that it was made of on this engine, where the engine knows one. */
  readonly parentId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** An image that was looked up by its name or id. */
export interface InspectedImage extends ImageInfo {
  /** The digests of its layers, unpacked; the lowest first. */
  readonly layers: readonly string[];
  /** `NAME=value`. */
  readonly env: readonly string[];
}

export interface Engine extends AsyncDisposable {
  readonly info: EngineInfo;
  storageMethod(): Promise<StorageMethod>;
  /** What keeps builds from this host's services. */
  buildIsolation(): Promise<BuildIsolation>;
  inspectImage(reference: string): Promise<InspectedImage | undefined>;
  /** The command and the comment of each of its steps, the latest first. */
  imageHistory(reference: string): Promise<readonly string[]>;
  listImages(label: string): Promise<readonly ImageInfo[]>;
  pullImage(reference: string): Promise<ImageInfo>;
  /** A root file system as tar becomes an image of one layer. */
  importImage(rootfs: Readable, reference: string, changes: readonly string[]): Promise<ImageInfo>;
  /** The image as the engine writes it for another one: a tar of its layers and its configuration. */
  saveImage(reference: string): Promise<Readable>;
  tagImage(id: string, reference: string): Promise<void>;
  /** To the registry that the reference names; returns the digest it has there. */
  pushImage(reference: string, auth?: RegistryAuth): Promise<string>;
  removeImage(reference: string): Promise<void>;
  /** Create, inspect, compare: refuses when the engine dropped or changed a limit. */
  createContainer(spec: ContainerSpec): Promise<CreatedContainer>;
  /** Removes what runs of dead owners left; with a run id, all of that run. */
  sweep(options: SweepOptions): Promise<SweepReport>;
}
