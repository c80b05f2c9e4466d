import type { EngineApi } from './engine-api.ts';
import { isNotFound } from './engine-api-error.ts';

const REMOVE_TIMEOUT_MS = 60_000;

/** Removes a container in any state, with the unnamed volumes its image may have made. */
export async function removeContainer(api: EngineApi, id: string): Promise<void> {
  await remove(api, `/containers/${id}`, { force: true, v: true });
}

export async function removeVolume(api: EngineApi, name: string): Promise<void> {
  await remove(api, `/volumes/${encodeURIComponent(name)}`, { force: true });
}

/** What is already gone is fine. */
async function remove(
  api: EngineApi,
  path: string,
  query: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await api.text({ method: 'DELETE', path, query, timeoutMs: REMOVE_TIMEOUT_MS });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
