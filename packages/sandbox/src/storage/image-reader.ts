import { idResponse } from '../api/responses.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { isNotFound } from '../api/engine-api-error.ts';
import { removeContainer } from '../api/remove.ts';
import type { ImageReader } from './lower-tree.ts';

const CREATE_TIMEOUT_MS = 120_000;

/** Reads directories of an image through a container that is never started. */
export async function imageReader(
  api: EngineApi,
  imageId: string,
  labels: Readonly<Record<string, string>>,
): Promise<ImageReader> {
  const { Id } = await api.json(
    {
      method: 'POST',
      path: '/containers/create',
      body: {
        Image: imageId,
        Entrypoint: ['true'],
        Labels: labels,
        NetworkDisabled: true,
        HostConfig: { NetworkMode: 'none' },
      },
      timeoutMs: CREATE_TIMEOUT_MS,
    },
    idResponse,
  );
  return {
    read: async (path) => {
      try {
        return await api.stream({
          method: 'GET',
          path: `/containers/${Id}/archive`,
          query: { path },
          timeoutMs: undefined,
        });
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await removeContainer(api, Id);
    },
  };
}
