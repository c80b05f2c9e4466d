import { RefbenchError } from '@refbench/contracts';
import { EngineApiError } from './engine-api-error.ts';

/** An expected failure of the engine, with what it said. Other errors pass unchanged. */
export function engineError(what: string, error: unknown): unknown {
  if (!(error instanceof EngineApiError)) return error;
  return new RefbenchError({
    kind: 'engine',
    message: `${what}: ${error.message}`,
    hint:
      error.status === undefined
        ? 'start the container engine (`refbench doctor` shows what it found)'
        : "fix what the engine's message names, then run the same command again",
    cause: error,
  });
}
