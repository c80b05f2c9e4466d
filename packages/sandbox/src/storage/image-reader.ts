import type { EngineApi } from '../api/engine-api.ts';
import { isNotFound } from '../api/engine-api-error.ts';
import { IdleContainer } from './idle-container.ts';
import type { ImageReader } from './lower-tree.ts';

/** Reads directories of an image through a container that is never started. */
export async function imageReader(
  api: EngineApi,
  imageId: string,
  labels: Readonly<Record<string, string>>,
): Promise<ImageReader> {
  const container = await IdleContainer.create(api, { imageId, labels });
  return {
    read: async (path) => {
      try {
        return await container.get(path);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
  };
}
