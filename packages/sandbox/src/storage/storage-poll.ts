import { sizeAnswer } from '../api/answers.ts';
import type { ContainerHandle } from '../lifecycle/container-handle.ts';

const INSPECT_TIMEOUT_MS = 60_000;

/**
 * Measures the writable layer. It cannot see a file that is deleted and still open; the `fsize`
 * limit bounds those.
 */
export async function overStorage(handle: ContainerHandle): Promise<boolean> {
  const { SizeRw } = await handle.api.json(
    {
      method: 'GET',
      path: handle.path('json'),
      query: { size: true },
      timeoutMs: INSPECT_TIMEOUT_MS,
    },
    sizeAnswer,
  );
  const own = await handle.storage.diskUse();
  return (SizeRw ?? 0) + (own?.usedBytes ?? 0) > handle.spec.limits.storage_bytes;
}
