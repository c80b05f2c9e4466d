import type Docker from 'dockerode';
import type { StorageMethod } from '../engine.ts';

/** How full a capped file system is; undefined where there is none of its own. */
export interface DiskUse {
  readonly usedBytes: number;
  readonly full: boolean;
  /** The disk of the host that holds it has no room left. */
  readonly hostFull: boolean;
}

/** The writable storage of one container; disposing frees everything of it on the host. */
export interface StoragePlan extends AsyncDisposable {
  readonly method: StorageMethod;
  /** True where the writable directories lie on a capped file system beside the image's layers. */
  readonly ownFileSystem: boolean;
  readonly mounts: readonly Docker.MountSettings[];
  readonly volumes: readonly string[];
  readonly storageOpt: Record<string, string> | undefined;
  /** True where the writable layer has to be measured while the container runs. */
  readonly polled: boolean;
  diskUse(): Promise<DiskUse | undefined>;
}
