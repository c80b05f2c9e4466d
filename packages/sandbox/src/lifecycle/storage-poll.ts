import { sizeResponse } from '../api/responses.ts';
import type { ContainerHandle } from './container-handle.ts';

const INSPECT_TIMEOUT_MS = 60_000;

/**
 * Returns whether the writable layer exceeds its limit. Deleted files that are still open are not
 * counted; the `fsize` limit bounds them.
 */
export async function overStorage(handle: ContainerHandle): Promise<boolean> {
  const { SizeRw } = await handle.api.json(
    {
      method: 'GET',
      path: handle.path('json'),
      query: { size: true },
      timeoutMs: INSPECT_TIMEOUT_MS,
    },
    sizeResponse,
  );
  const own = await handle.storage.diskUse();
  return (SizeRw ?? 0) + (own?.usedBytes ?? 0) > handle.spec.limits.storage_bytes;
}
