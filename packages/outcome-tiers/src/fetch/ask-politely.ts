import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { fetchThroughProxy, retryAfterMs, errorText } from '@refbench/base';

export interface PoliteOptions {
  /** Delay between the end of a request and the start of the next, in milliseconds. */
  readonly delayMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Wait after the first failure. It doubles with each further one. */
  readonly firstWaitMs?: number;
}

export interface PoliteResponse {
  readonly status: number;
  readonly text: string;
}

const TRIES = 6;
const MAX_WAIT_MS = 300_000;

/**
 * Sends requests to a server one at a time, with the given delay. Retries if the server is busy or
 * fails, and honours `Retry-After`.
 * @throws RefbenchError kind `infra-incomplete` if the server does not answer
 */
export function politeClient(options: PoliteOptions): (url: string) => Promise<PoliteResponse> {
  const { delayMs, headers, signal, firstWaitMs = 1_000 } = options;
  let earliest = 0;
  return async (url) => {
    let problem = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      await sleep(Math.max(0, earliest - Date.now()), undefined, { signal });
      let waitMs = firstWaitMs * 2 ** attempt;
      try {
        const response = await fetchThroughProxy(url, { headers, signal });
        const text = await response.text();
        const { status } = response;
        if (status < 500 && status !== 429) {
          earliest = Date.now() + delayMs;
          return { status, text };
        }
        problem = `status ${status}`;
        waitMs = retryAfterMs(response.headers.get('retry-after'), Date.now()) ?? waitMs;
      } catch (error) {
        signal.throwIfAborted();
        problem = errorText(error);
      }
      earliest = Date.now() + Math.max(delayMs, Math.min(waitMs, MAX_WAIT_MS));
    }
    throw new RefbenchError({
      kind: 'infra-incomplete',
      message: `${new URL(url).origin} did not answer: ${problem}`,
      hint: 'run the same command later to continue',
    });
  };
}
