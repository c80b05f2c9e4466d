import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineApi } from './engine-api.ts';
import { EngineApiError, isNotFound } from './engine-api-error.ts';
import { engineError } from './engine-failure.ts';

const REMOVE_TIMEOUT_MS = 60_000;

/** Attempts for an engine that restarts or already removes the container for another client. */
const ATTEMPTS = 6;
const PAUSE_MS = 500;

/**
 * Removes a container in any state, with its unnamed volumes. Returns false if the engine does not
 * answer; the container may then still run.
 */
export async function removeContainer(api: EngineApi, id: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await remove(api, `/containers/${id}`, { force: true, v: true });
      return true;
    } catch (error) {
      if (!(error instanceof EngineApiError)) throw error;
      const busy = error.status === 409;
      if (!busy && error.status !== undefined) {
        throw engineError(`cannot remove container ${id.slice(0, 12)}`, error);
      }
      if (attempt === ATTEMPTS) return false;
      await sleep(PAUSE_MS);
    }
  }
}

export async function removeVolume(api: EngineApi, name: string): Promise<void> {
  await remove(api, `/volumes/${encodeURIComponent(name)}`, { force: true });
}

/** Succeeds if the object no longer exists. */
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
