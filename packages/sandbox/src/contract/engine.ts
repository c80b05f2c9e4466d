import type { Readable } from 'node:stream';
import type { RegistryAuth } from '../api/engine-api.ts';
import type { ContainerSpec } from './container-spec.ts';
import type { BuildIsolation } from './build-isolation.ts';
import type { CreatedContainer } from './container.ts';
import type { SweepOptions, SweepReport } from './sweep-report.ts';
import type { StorageMethod, EngineInfo } from './engine-info.ts';

export interface ImageInfo {
  /** The digest of the image configuration, as `sha256:...`. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly sizeBytes: number;
  readonly createdMs: number;
  /** The id of the image that it was built from, if the engine knows it. */
  readonly parentId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** The details of one image. */
export interface InspectedImage extends ImageInfo {
  /** The digests of the uncompressed layers, the lowest first. */
  readonly layers: readonly string[];
  /** The variables, as `NAME=value`. */
  readonly env: readonly string[];
}

/** A connection to a container engine. */
export interface Engine extends AsyncDisposable {
  readonly info: EngineInfo;
  storageMethod(): Promise<StorageMethod>;
  /**
   * Returns true if the engine sees the files of this host. Otherwise, folders are copied into volumes,
   * and no container reaches a socket of this host.
   */
  sharesFiles(): Promise<boolean>;
  /**
   * Returns the bytes that the host stores beside an image: its writable directories, unpacked for
   * containers.
   */
  unpackedBytes(imageId: string): Promise<number>;
  /** Returns how builds are isolated from the services of this host. */
  buildIsolation(): Promise<BuildIsolation>;
  inspectImage(reference: string): Promise<InspectedImage | undefined>;
  /** The command and the comment of each step of the image, the latest first. */
  imageHistory(reference: string): Promise<readonly string[]>;
  /**
   * Lists the images with a label.
   * @param options.intermediate also those without a tag that another image stands on; engines hide
   *   them otherwise
   */
  listImages(
    label: string,
    options?: { readonly intermediate: boolean },
  ): Promise<readonly ImageInfo[]>;
  /** Returns the ids of the images that were built or pulled with this state folder. */
  builtImages(): Promise<ReadonlySet<string>>;
  /** Pulls an image from the registry of its reference. */
  pullImage(reference: string, auth?: RegistryAuth): Promise<ImageInfo>;
  /** Imports a tar archive of a root file system as an image with one layer. */
  importImage(rootfs: Readable, reference: string, changes: readonly string[]): Promise<ImageInfo>;
  /** Exports the image as a tar archive of its layers and its configuration. */
  saveImage(reference: string): Promise<Readable>;
  tagImage(id: string, reference: string): Promise<void>;
  /** Pushes the image to the registry of its reference. Returns its digest there. */
  pushImage(reference: string, auth?: RegistryAuth): Promise<string>;
  removeImage(reference: string): Promise<void>;
  /** Creates a container and inspects it. Throws if the engine dropped or changed a limit. */
  createContainer(spec: ContainerSpec): Promise<CreatedContainer>;
  /**
   * Removes the leftovers of dead processes of this state folder or, given a run id, everything of that
   * run.
   */
  sweep(options: SweepOptions): Promise<SweepReport>;
}
