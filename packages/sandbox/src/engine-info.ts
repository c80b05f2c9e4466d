/** How the writable storage of a container is held to its limit; probed once per engine. */
export type StorageMethod = 'storage-opt' | 'overlay-loop' | 'advisory';

export interface EngineInfo {
  readonly kind: 'docker' | 'podman';
  readonly version: string;
  readonly apiVersion: string;
  readonly socketPath: string;
  readonly cgroupVersion: 1 | 2;
  readonly rootless: boolean;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly storageDriver: string;
  /** Where the engine keeps images, a path of its own host; empty where it does not say. */
  readonly dataDir: string;
}
