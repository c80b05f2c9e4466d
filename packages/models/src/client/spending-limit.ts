import { randomUUID } from 'node:crypto';
import { RefbenchError } from '@refbench/contracts';
import { Budget } from '../gateway/budget.ts';
import { Ledger } from '../gateway/ledger.ts';
import { BudgetWaiter } from '../gateway/budget-waiter.ts';
import { reserveWorstCase } from '../gateway/reservation.ts';
import { worstCase } from '../gateway/worst-case.ts';
import { nanoFromUsd, usdFromNano } from '../money.ts';
import type { ModelClient } from './model-client.ts';
import type { StructuredAnswer, StructuredRequest } from './structured-request.ts';
import { AnswerMisfit } from './structured.ts';
import type { TextAnswer, TextRequest } from './text.ts';
import type { ToolLoopRequest, ToolLoopResult } from './tool-loop.ts';
import { ProviderFailure } from './provider-error.ts';
import { type Costs } from './turn.ts';

/** A client whose calls cannot exceed the remaining budget. */
export interface LimitedClient {
  readonly model: string;
  /** Like `ModelClient.structured`. Throws RefbenchError kind `usage` if the budget is spent. */
  readonly structured: ModelClient['structured'];
  /** Like `ModelClient.text`. Throws RefbenchError kind `usage` if the budget is spent. */
  readonly text: ModelClient['text'];
}

export type PaidAnswer =
  | ({ readonly kind: 'answered' } & TextAnswer)
  /** The worst-case cost of the call exceeds the remaining budget. */
  | { readonly kind: 'exhausted' };

/**
 * A budget for concurrent calls. The worst-case cost of a call is reserved in a ledger file before
 * the call and settled when it ends, so that neither concurrent calls nor a killed process can
 * overspend.
 */
export class SpendingLimit implements AsyncDisposable {
  private readonly ledger: Ledger;
  private readonly budget: Budget;
  private readonly limitUsd: number;
  private readonly waiter = new BudgetWaiter();

  private constructor(ledger: Ledger, limitUsd: number) {
    this.ledger = ledger;
    this.limitUsd = limitUsd;
    this.budget = new Budget(nanoFromUsd(limitUsd), ledger.spent());
  }

  /**
   * @param ledgerPath the ledger file; amounts that it already contains count as spent
   * @throws RefbenchError kind `disk` when the ledger cannot be opened
   */
  static async open(ledgerPath: string, limitUsd: number): Promise<SpendingLimit> {
    return new SpendingLimit(await Ledger.open(ledgerPath), limitUsd);
  }

  get spentUsd(): number {
    return usdFromNano(this.budget.spent);
  }

  /**
   * Calls the model if the budget allows it. If the budget is short, it waits for calls in progress
   * that may release reserved amounts.
   * @param purpose for the ledger
   * @throws as `ModelClient.text`
   */
  async ask(client: ModelClient, purpose: string, request: TextRequest): Promise<PaidAnswer> {
    const paid = await this.pay(paymentOf(client, purpose, request), () => client.text(request));
    return paid === undefined ? { kind: 'exhausted' } : { kind: 'answered', ...paid };
  }

  /**
   * Like `ModelClient.withTools`, with every turn paid from the budget. The conversation ends with
   * `budget` before a turn whose worst-case cost the budget does not cover.
   * @param purpose for the ledger
   * @throws as `ModelClient.withTools`
   */
  async withTools(
    client: ModelClient,
    purpose: string,
    request: ToolLoopRequest,
  ): Promise<ToolLoopResult> {
    const { maxOutputTokens } = client;
    const { signal } = request;
    return await client.withTools(request, (bytes, call) =>
      this.pay({ client, purpose, maxOutputTokens, bytes, signal }, call),
    );
  }

  /** @param purpose for the ledger */
  limit(client: ModelClient, purpose: string): LimitedClient {
    const guard = async <T extends Costs>(payment: Payment, call: () => Promise<T>): Promise<T> => {
      const paid = await this.pay(payment, call);
      if (paid === undefined) throw spent(this.limitUsd, this.spentUsd);
      return paid;
    };
    return {
      model: client.model,
      structured: <T>(request: StructuredRequest<T>): Promise<StructuredAnswer<T>> =>
        guard(paymentOf(client, purpose, request, SCHEMA_BYTES), () => client.structured(request)),
      text: (request) => guard(paymentOf(client, purpose, request), () => client.text(request)),
    };
  }

  /** Returns undefined if the budget does not cover the call. */
  private async pay<T extends Costs>(
    { client, purpose, maxOutputTokens, bytes, signal }: Payment,
    call: () => Promise<T>,
  ): Promise<T | undefined> {
    const { model, price } = client;
    // The output limit is never lowered, because shorter answers would not be comparable.
    const facts = { ...PLAIN_CALL, model, maxOutputTokens, minOutputTokens: maxOutputTokens };
    const worst = worstCase(price, facts, bytes);
    const budgets = { attempt: new Budget(null, 0), run: this.budget };
    // A separate signal, so that waiting calls do not add listeners to the shared one.
    const reservation = await reserveWorstCase(
      worst,
      budgets,
      this.waiter,
      AbortSignal.any([signal]),
    );
    signal.throwIfAborted();
    if (reservation.kind !== 'reserved') return undefined;
    const { nano } = reservation;
    const entry = { call: randomUUID(), attempt: purpose };
    const settle = (charged: number, costs?: Costs): void => {
      this.budget.settle(nano, charged);
      this.ledger.settle({
        ...entry,
        nano_usd: charged,
        basis: costs !== undefined ? 'usage' : charged === 0 ? 'nothing' : 'reservation',
        input_tokens: costs?.usage.inputTokens ?? 0,
        output_tokens: costs?.usage.outputTokens ?? 0,
      });
      this.waiter.notify();
    };
    try {
      this.ledger.reserve({ ...entry, model, nano_usd: nano });
    } catch (error) {
      // Without an entry in the ledger, the call must not be made.
      this.budget.settle(nano, 0);
      throw error;
    }
    try {
      const answer = await call();
      settle(nanoFromUsd(answer.usd), answer);
      return answer;
    } catch (error) {
      if (error instanceof AnswerMisfit) settle(nanoFromUsd(error.usd), error);
      else settle(isUnbilled(error) ? 0 : nano);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ledger[Symbol.asyncDispose]();
  }
}

interface Payment {
  readonly client: ModelClient;
  readonly purpose: string;
  readonly maxOutputTokens: number;
  /** The size of the request. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

function paymentOf(
  client: ModelClient,
  purpose: string,
  { system, prompt, maxOutputTokens = client.maxOutputTokens, signal }: TextRequest,
  extraBytes = 0,
): Payment {
  const bytes = Buffer.byteLength(JSON.stringify({ system, prompt })) + extraBytes;
  return { client, purpose, maxOutputTokens, bytes, signal };
}

const PLAIN_CALL = { stream: false, images: 0, documents: false, longCache: false } as const;

/** An upper bound for the schema of the answer, which is also sent. */
const SCHEMA_BYTES = 8_192;

/** A response with an error status is not billed. Without a response, it is unknown. */
function isUnbilled(error: unknown): boolean {
  return error instanceof ProviderFailure && error.status !== undefined;
}

function spent(limitUsd: number, spentUsd: number): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `the budget of $${limitUsd} does not cover the next call; $${spentUsd.toFixed(4)} is spent`,
    hint: 'run the same command with a larger --budget to resume',
  });
}
