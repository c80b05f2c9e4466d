import { RefbenchError } from '@refbench/contracts';
import { EngineApiError } from './engine-api-error.ts';

/** Converts an error of the engine into a RefbenchError. Returns other errors unchanged. */
export function engineError(what: string, error: unknown): unknown {
  if (!(error instanceof EngineApiError)) return error;
  return new RefbenchError({
    kind: 'engine',
    message: `${what}: ${error.message}`,
    hint:
      error.status === undefined
        ? 'start the container engine (`refbench doctor` shows what it found)'
        : 'fix the cause in the message of the engine, then run the same command again',
    cause: error,
  });
}
