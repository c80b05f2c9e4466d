import { RefbenchError } from '@refbench/contracts';
import { AnswerMisfit } from '@refbench/models';

/** Usage of calls, including those with invalid answers. */
export interface PassCost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

export const NO_COST: PassCost = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  usd: 0,
};

interface Paid<T> {
  readonly value: T;
  readonly usage: Omit<PassCost, 'calls' | 'usd'>;
  readonly usd: number;
}

export type AskResult<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly cost: PassCost }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** True if the provider did not answer, so that the model cannot be judged. */
      readonly provider: boolean;
      readonly cost: PassCost;
    };

/** Invalid answers are requested again. */
const TRIES = 3;

/**
 * Calls a model until it gives a valid answer, up to three times. Returns the answer or the reason
 * for the failure.
 * @throws RefbenchError kind `usage` for an invalid key or an exhausted budget; the reason of the
 *   signal if aborted
 */
export async function ask<T>(
  call: () => Promise<Paid<T>>,
  signal: AbortSignal,
): Promise<AskResult<T>> {
  let cost = NO_COST;
  let reason = '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    signal.throwIfAborted();
    try {
      const answer = await call();
      return { kind: 'answered', value: answer.value, cost: sumOf(cost, answer) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AnswerMisfit) {
        cost = sumOf(cost, error);
        reason = error.message;
      } else if (RefbenchError.isInstance(error) && error.kind === 'infra-incomplete') {
        return { kind: 'failed', reason: error.message, provider: true, cost };
      } else throw error;
    }
  }
  return { kind: 'failed', reason, provider: false, cost };
}

function sumOf(cost: PassCost, { usage, usd }: Omit<Paid<unknown>, 'value'>): PassCost {
  return addCosts(cost, { calls: 1, ...usage, usd });
}

export function addCosts(left: PassCost, right: PassCost): PassCost {
  return {
    calls: left.calls + right.calls,
    inputTokens: left.inputTokens + right.inputTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    usd: left.usd + right.usd,
  };
}
