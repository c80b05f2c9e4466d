import { bindMount, type StoragePlan } from '../contract/storage-plan.ts';

/**
 * Uses the writable layer of the container and measures it while the container runs. Nothing better
 * is available on such a host.
 */
export function advisoryStorage(): StoragePlan {
  return { ...layer, method: 'advisory', storageOpt: undefined, polled: true };
}

/** Uses the writable layer of the container. The storage driver of the engine limits its size. */
export function storageOptStorage(limitBytes: number): StoragePlan {
  return {
    ...layer,
    method: 'storage-opt',
    storageOpt: { size: String(limitBytes) },
    polled: false,
  };
}

const layer = {
  ownFileSystem: false,
  mounts: [],
  readOnly: bindMount,
  createVolumes: () => Promise.resolve(),
  prepareDisk: () => Promise.resolve(),
  diskUse: () => Promise.resolve(undefined),
  freeReserve: () => Promise.resolve(),
  openFolder: () => Promise.resolve(undefined),
  [Symbol.asyncDispose]: () => Promise.resolve(),
} as const;
