import { RefbenchError } from '@refbench/contracts';
import { EngineApiError } from './engine-api-error.ts';

/** Converts an error of the engine into a RefbenchError. Returns other errors unchanged. */
export function engineError(what: string, error: unknown): unknown {
  if (!(error instanceof EngineApiError)) return error;
  return tooManyFiles(what, error) ?? unansweredBy(what, error);
}

function unansweredBy(what: string, error: EngineApiError): RefbenchError {
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

/** A connection needs a file descriptor. Without a free one, the engine is not at fault. */
function tooManyFiles(what: string, error: EngineApiError): RefbenchError | undefined {
  const code = /\b(?:EMFILE|ENFILE)\b/.exec(error.message)?.[0];
  if (code === undefined) return undefined;
  return new RefbenchError({
    kind: 'disk',
    message: `${what}: too many open files (${code})`,
    hint: 'raise the limit of open files (ulimit -n), then run the same command again',
    cause: error,
  });
}
