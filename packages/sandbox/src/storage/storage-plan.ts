import type { StorageMethod } from '../engine-info.ts';

/** A mount in the engine's create request; the published types ask for more than the engine does. */
export interface Mount {
  readonly Type: 'bind' | 'volume';
  readonly Source: string;
  readonly Target: string;
  readonly ReadOnly: boolean;
  readonly BindOptions?: { readonly Propagation: 'rprivate' };
  readonly VolumeOptions?: { readonly NoCopy: true };
}

/** A container's directory on this host, to be read only; disposing it lets go of it. */
export interface HostFolder extends AsyncDisposable {
  readonly path: string;
}

/** How full a capped file system is; undefined where there is none of its own. */
export interface DiskUse {
  readonly usedBytes: number;
  readonly full: boolean;
  /** The disk of the host that holds it has no room left. */
  readonly hostFull: boolean;
}

/**
 * The writable storage of one container. Disposing it, after the container, frees all of it on the host,
 * however far it came.
 */
export interface StoragePlan extends AsyncDisposable {
  readonly method: StorageMethod;
  /** True where the writable directories lie on a capped file system beside the image's layers. */
  readonly ownFileSystem: boolean;
  readonly mounts: readonly Mount[];
  readonly storageOpt: Record<string, string> | undefined;
  /** True where the writable layer has to be measured while the container runs. */
  readonly polled: boolean;
  /** Before the container is created. */
  createVolumes(): Promise<void>;
  /** Before it starts or takes files; may run beside its creation. */
  prepareDisk(): Promise<void>;
  diskUse(): Promise<DiskUse | undefined>;
  /** Gives a little room on a full disk: an engine needs some to read it. Only after the end. */
  freeReserve(): Promise<void>;
  /** A writable directory as the stopped container left it; undefined where this host cannot show it. */
  openFolder(directory: string): Promise<HostFolder | undefined>;
}
