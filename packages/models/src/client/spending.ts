import { randomUUID } from 'node:crypto';
import { Budget } from '../gateway/budget.ts';
import { Ledger } from '../gateway/ledger.ts';
import { reserve, SettlementBell } from '../gateway/purse.ts';
import { worstCase, type WorstCase } from '../gateway/worst-case.ts';
import { nanoFromUsd, usdFromNano } from '../money.ts';
import type { ModelClient } from './model-client.ts';
import type { TextAnswer, TextRequest } from './text.ts';
import { ProviderFailure } from './turn.ts';

export interface SpendingOptions {
  /** Kept over restarts: what was spent before counts. */
  readonly ledgerFile: string;
  /** For all questions together, also those of earlier commands. */
  readonly budgetUsd: number;
}

export type PaidAnswer =
  | ({ readonly kind: 'answered' } & TextAnswer)
  /** The question's worst case does not fit into what is left. */
  | { readonly kind: 'exhausted' };

/**
 * One budget for many questions at once, on the host. A question's worst case is written into the
 * ledger before it is asked, so that neither parallel questions nor a kill can overspend.
 */
export interface Spending extends AsyncDisposable {
  /**
   * Asks when there is money for it, and waits for questions under way where their money may come
   * back. @throws as `ModelClient.text`
   */
  readonly ask: (client: ModelClient, purpose: string, request: TextRequest) => Promise<PaidAnswer>;
  readonly spentUsd: () => number;
}

/** @throws RefbenchError kind `disk` when the ledger cannot be opened */
export async function openSpending(options: SpendingOptions): Promise<Spending> {
  const ledger = await Ledger.open(options.ledgerFile);
  const total = new Budget(nanoFromUsd(options.budgetUsd), ledger.spent());
  const budgets = { run: total, attempt: new Budget(null, 0) };
  const bell = new SettlementBell();
  return {
    async ask(client, purpose, request) {
      const { signal } = request;
      const reservation = await reserve(worstCaseOf(client, request), budgets, bell, signal);
      if (reservation.kind === 'exhausted') return reservation;
      if (reservation.kind === 'aborted') throw signal.reason;
      const { nano } = reservation;
      const call = randomUUID();
      const settle = (charged: number, answer?: TextAnswer): void => {
        for (const budget of [budgets.run, budgets.attempt]) budget.settle(nano, charged);
        ledger.settle({
          call,
          attempt: purpose,
          nano_usd: charged,
          basis: answer !== undefined ? 'usage' : charged === 0 ? 'nothing' : 'reservation',
          input_tokens: answer?.usage.inputTokens ?? 0,
          output_tokens: answer?.usage.outputTokens ?? 0,
        });
        bell.ring();
      };
      try {
        ledger.reserve({ call, attempt: purpose, model: client.model, nano_usd: nano });
      } catch (error) {
        // It was not written down, so it must not be asked.
        for (const budget of [budgets.run, budgets.attempt]) budget.settle(nano, 0);
        throw error;
      }
      try {
        const answer = await client.text(request);
        settle(nanoFromUsd(answer.usd), answer);
        return { kind: 'answered', ...answer };
      } catch (error) {
        // A response with a status of failure is not billed; without one, nobody knows.
        settle(error instanceof ProviderFailure && error.status !== undefined ? 0 : nano);
        throw error;
      }
    },
    spentUsd: () => usdFromNano(ledger.spent()),
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

/** A shorter answer than asked for would not be comparable, so it is never shortened. */
function worstCaseOf(client: ModelClient, request: TextRequest): WorstCase {
  const { system, prompt, maxOutputTokens = client.maxOutputTokens } = request;
  const bytes = Buffer.byteLength(JSON.stringify({ system, prompt }));
  const facts = {
    model: client.model,
    stream: false,
    maxOutputTokens,
    minOutputTokens: maxOutputTokens,
    images: 0,
    documents: false,
    longCache: false,
  };
  return worstCase(client.price, facts, bytes);
}
