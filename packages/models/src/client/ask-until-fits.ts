import { RefbenchError } from '@refbench/contracts';
import { RequestTooLong } from './provider-error.ts';
import { AnswerMisfit } from './structured.ts';
import type { CallUsage } from './turn.ts';

/** The calls for one answer and what they cost, including calls whose answer did not fit. */
export interface AskCost extends CallUsage {
  readonly calls: number;
  readonly usd: number;
}

export const NO_ASK_COST: AskCost = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  usd: 0,
};

export type AskResult<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly cost: AskCost }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** True if the provider did not answer, so that the model cannot be judged. */
      readonly provider: boolean;
      readonly cost: AskCost;
    };

/** An answer with its cost, as `ModelClient.structured` returns it. */
export interface Paid<T> {
  readonly value: T;
  readonly usage: CallUsage;
  readonly usd: number;
}

/** The number of answers after which a question counts as failed. */
const ASK_TRIES = 3;

/**
 * Calls a model until its answer fits, at most three times, and otherwise returns the reason, so that
 * the caller records the failure and goes on with its next question. Every command asks this way.
 * @param call one call; it throws AnswerMisfit for an answer that does not fit
 * @throws RefbenchError kind `usage` for an invalid key or an exhausted budget, which would fail every
 *   question; the reason of the signal if it is aborted; anything that is a bug
 */
export async function askUntilFits<T>(
  call: () => Promise<Paid<T>>,
  signal: AbortSignal,
): Promise<AskResult<T>> {
  let cost = NO_ASK_COST;
  let reason = '';
  for (let tries = 0; tries < ASK_TRIES; tries += 1) {
    signal.throwIfAborted();
    try {
      const answer = await call();
      return { kind: 'answered', value: answer.value, cost: withCall(cost, answer) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AnswerMisfit) {
        cost = withCall(cost, error);
        reason = error.message;
      } else if (error instanceof RequestTooLong) {
        return { kind: 'failed', reason: error.message, provider: false, cost };
      } else if (RefbenchError.isInstance(error) && error.kind === 'infra-incomplete') {
        return { kind: 'failed', reason: error.message, provider: true, cost };
      } else throw error;
    }
  }
  return { kind: 'failed', reason, provider: false, cost };
}

/**
 * Returns the value of an answer.
 * @throws RefbenchError kind `infra-incomplete` if there is none, for a command that cannot go on
 */
export function requireAnswer<T>(model: string, asked: AskResult<T>): T {
  if (asked.kind === 'answered') return asked.value;
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: asked.provider
      ? asked.reason
      : `no answer of ${model} has the required form; the last one: ${asked.reason}`,
    hint: 'run the command again, or use another model',
  });
}

export function addAskCosts(left: AskCost, right: AskCost): AskCost {
  return {
    calls: left.calls + right.calls,
    inputTokens: left.inputTokens + right.inputTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    usd: left.usd + right.usd,
  };
}

function withCall(cost: AskCost, { usage, usd }: Omit<Paid<unknown>, 'value'>): AskCost {
  return addAskCosts(cost, { calls: 1, ...usage, usd });
}
