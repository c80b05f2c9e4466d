import type { ReadOnlyMount } from './container-spec.ts';
import type { StorageMethod } from './engine-info.ts';

/** A mount in the create request. The published types require more fields than the engine. */
export interface Mount {
  readonly Type: 'bind' | 'volume';
  readonly Source: string;
  readonly Target: string;
  readonly ReadOnly: boolean;
  readonly BindOptions?: { readonly Propagation: 'rprivate' };
  readonly VolumeOptions?: { readonly NoCopy: true };
}

/** A read-only directory of a container on this host. Disposal releases it. */
export interface HostFolder extends AsyncDisposable {
  readonly path: string;
}

/** Usage of a file system of limited size. */
export interface DiskUse {
  readonly usedBytes: number;
  readonly full: boolean;
  /** The disk of the host that contains it is full. */
  readonly hostFull: boolean;
}

/**
 * The writable storage of one container. Disposal, after that of the container, frees everything on
 * the host, in whatever state it is.
 */
export interface StoragePlan extends AsyncDisposable {
  readonly method: StorageMethod;
  /** True if the writable directories are on a separate file system of limited size. */
  readonly ownFileSystem: boolean;
  readonly mounts: readonly Mount[];
  /** Returns the mount that shows a path of this host read-only. */
  readOnly(mount: ReadOnlyMount): Mount;
  readonly storageOpt: Record<string, string> | undefined;
  /** True if the writable layer must be measured while the container runs. */
  readonly polled: boolean;
  /** Called before the container is created. */
  createVolumes(): Promise<void>;
  /** Called before the container starts or receives files. May run during its creation. */
  prepareDisk(): Promise<void>;
  diskUse(): Promise<DiskUse | undefined>;
  /**
   * Frees some space on a full disk, which an engine needs to read it. Call only after the
   * container has ended.
   */
  freeReserve(): Promise<void>;
  /**
   * Opens a writable directory of the stopped container. Undefined if this host cannot access it.
   */
  openFolder(directory: string): Promise<HostFolder | undefined>;
}

/** The mount of a path that the engine sees, too. */
export function bindMount({ source, target }: ReadOnlyMount): Mount {
  return {
    Type: 'bind',
    Source: source,
    Target: target,
    ReadOnly: true,
    BindOptions: { Propagation: 'rprivate' },
  };
}
