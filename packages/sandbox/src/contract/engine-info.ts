/** How the size of the writable storage is limited. It is probed once per engine. */
export type StorageMethod = 'storage-opt' | 'overlay-loop' | 'advisory';

export interface EngineInfo {
  readonly kind: 'docker' | 'podman';
  readonly version: string;
  readonly apiVersion: string;
  readonly socketPath: string;
  /** The name of the host of the engine, which may be another machine. */
  readonly hostName: string;
  readonly cgroupVersion: 1 | 2;
  readonly rootless: boolean;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly storageDriver: string;
  /** The image folder on the host of the engine. Empty if the engine does not report it. */
  readonly dataDir: string;
}
