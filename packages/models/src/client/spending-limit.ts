import { randomUUID } from 'node:crypto';
import { RefbenchError } from '@refbench/contracts';
import { Budget } from '../gateway/budget.ts';
import { Ledger } from '../gateway/ledger.ts';
import { reserve, SettlementBell } from '../gateway/purse.ts';
import { worstCase } from '../gateway/worst-case.ts';
import { nanoFromUsd, usdFromNano } from '../money.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { ModelClient, StructuredAnswer, StructuredRequest } from './model-client.ts';
import { AnswerMisfit } from './structured.ts';
import type { CallUsage } from './turn.ts';

export interface CallLimits {
  readonly price: ModelPrice;
  /** As given to the client. */
  readonly maxOutputTokens: number;
}

/** A client whose calls cannot spend more than is left. */
export interface LimitedClient {
  readonly model: string;
  /** As `ModelClient.structured`; RefbenchError kind `usage` once the budget is spent. */
  readonly structured: ModelClient['structured'];
  /** One answer in words. */
  readonly text: (request: TextRequest) => Promise<TextAnswer>;
}

type TextRequest = Omit<StructuredRequest<unknown>, 'schema'>;

interface TextAnswer {
  readonly value: string;
  readonly usage: CallUsage;
  readonly usd: number;
}

/**
 * One budget for calls from many places at once. The worst case of a call is reserved before it leaves
 * and settled when it ends, in a ledger file, so that a budget also holds over a kill and a new start.
 */
export class SpendingLimit implements AsyncDisposable {
  private readonly ledger: Ledger;
  private readonly budget: Budget;
  private readonly limitUsd: number;
  private readonly bell = new SettlementBell();

  private constructor(ledger: Ledger, limitUsd: number) {
    this.ledger = ledger;
    this.limitUsd = limitUsd;
    this.budget = new Budget(nanoFromUsd(limitUsd), ledger.spent());
  }

  /** @param ledgerPath what it already says is spent counts */
  static async open(ledgerPath: string, limitUsd: number): Promise<SpendingLimit> {
    return new SpendingLimit(await Ledger.open(ledgerPath), limitUsd);
  }

  get spentUsd(): number {
    return usdFromNano(this.budget.spent);
  }

  /** @param seat what the model is asked for, for the ledger */
  limit(client: ModelClient, seat: string, limits: CallLimits): LimitedClient {
    const guard = <T extends { readonly usd: number; readonly usage: CallUsage }>(
      request: TextRequest,
      extra: string,
      call: () => Promise<T>,
    ): Promise<T> => {
      const bytes = Buffer.byteLength(request.system + request.prompt + extra);
      return this.pay({ client, seat, limits, bytes, signal: request.signal }, call);
    };
    return {
      model: client.model,
      structured: <T>(request: StructuredRequest<T>): Promise<StructuredAnswer<T>> =>
        guard(request, FORM_ROOM, () => client.structured(request)),
      text: (request) =>
        guard(request, '', async () => {
          const { text, usage, usd } = await client.withTools({
            ...request,
            tools: [],
            maxTurns: 1,
          });
          return { value: text, usage, usd };
        }),
    };
  }

  private async pay<T extends { readonly usd: number; readonly usage: CallUsage }>(
    { client, seat, limits, bytes, signal }: Payment,
    call: () => Promise<T>,
  ): Promise<T> {
    const { price, maxOutputTokens } = limits;
    const facts = { ...PLAIN_CALL, model: client.model, maxOutputTokens };
    const worst = worstCase(price, { ...facts, minOutputTokens: maxOutputTokens }, bytes);
    const budgets = { attempt: new Budget(null, 0), run: this.budget };
    // A signal of its own: many waiting calls would pile up listeners on the shared one.
    const promised = await reserve(worst, budgets, this.bell, AbortSignal.any([signal]));
    signal.throwIfAborted();
    if (promised.kind !== 'reserved') throw spent(this.limitUsd, this.spentUsd);
    const { nano } = promised;
    const entry = { call: randomUUID(), attempt: seat };
    const settle = (charged: number, usage: CallUsage | undefined, known: boolean): void => {
      this.budget.settle(nano, charged);
      this.ledger.settle({
        ...entry,
        nano_usd: charged,
        basis: !known ? 'reservation' : usage === undefined ? 'nothing' : 'usage',
        input_tokens: usage?.inputTokens ?? 0,
        output_tokens: usage?.outputTokens ?? 0,
      });
      this.bell.ring();
    };
    this.ledger.reserve({ ...entry, model: client.model, nano_usd: nano });
    try {
      const answer = await call();
      settle(Math.round(answer.usd * 1e9), answer.usage, true);
      return answer;
    } catch (error) {
      if (error instanceof AnswerMisfit) settle(Math.round(error.usd * 1e9), error.usage, true);
      else if (RefbenchError.isInstance(error)) settle(0, undefined, true);
      // It was stopped on the way: nobody knows what the provider bills.
      else settle(nano, undefined, false);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ledger.flush();
    await this.ledger[Symbol.asyncDispose]();
  }
}

interface Payment {
  readonly client: ModelClient;
  readonly seat: string;
  readonly limits: CallLimits;
  /** Of all that is sent. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

const PLAIN_CALL = { stream: false, images: 0, documents: false, longCache: false } as const;

/** The schema of an answer is sent too; ours are far smaller than this. */
const FORM_ROOM = ' '.repeat(8_192);

function spent(limitUsd: number, spentUsd: number): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `the budget of $${limitUsd} does not cover the next call; $${spentUsd.toFixed(4)} is spent`,
    mend: 'run the same command with a larger --budget: it continues where this one ended',
  });
}
