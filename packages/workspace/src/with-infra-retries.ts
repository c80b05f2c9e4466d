import { setTimeout as delay } from 'node:timers/promises';

/** How often, and after which delays, work is repeated after an infrastructure failure. */
export interface RetryPolicy {
  /** Calls in total, the first one included. */
  readonly calls: number;
  /** Delay before the first retry. Every further delay is four times as long. */
  readonly delayMs: number;
  /** Resolves after the delay, or as soon as the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const POLICY: RetryPolicy = { calls: 3, delayMs: 1_000, sleep };

/**
 * Decorates work so that it is repeated while the infrastructure is at fault. The last result stands.
 * @param work receives the number of the call, from 1; with an aborted signal it must return at once
 * @param isInfraFailure whether a retry may give a better result
 */
export function withInfraRetries<Options extends { readonly signal: AbortSignal }, Result>(
  work: (options: Options, call: number) => Promise<Result>,
  isInfraFailure: (result: Result) => boolean,
  { calls, delayMs, sleep }: RetryPolicy = POLICY,
): (options: Options) => Promise<Result> {
  return async (options) => {
    for (let call = 1; ; call += 1) {
      const result = await work(options, call);
      if (call >= calls || !isInfraFailure(result)) return result;
      await sleep(delayMs * 4 ** (call - 1), options.signal);
    }
  };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  // An aborted delay rejects. The work itself checks the signal.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
