import type { StoragePlan } from './storage-plan.ts';

/** The container's own writable layer, measured while it runs: the best that such a host offers. */
export function advisoryStorage(): StoragePlan {
  return { ...layer, method: 'advisory', storageOpt: undefined, polled: true };
}

/** The container's own writable layer, held to its size by the engine's storage driver. */
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
  createVolumes: () => Promise.resolve(),
  prepareDisk: () => Promise.resolve(),
  diskUse: () => Promise.resolve(undefined),
  freeReserve: () => Promise.resolve(),
  openFolder: () => Promise.resolve(undefined),
  [Symbol.asyncDispose]: () => Promise.resolve(),
} as const;
