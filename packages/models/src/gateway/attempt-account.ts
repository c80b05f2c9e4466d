import { randomUUID } from 'node:crypto';
import type { NanoUsd } from '../money.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import type { CallFacts } from '../protocol/protocol.ts';
import { promptTokens } from '../usage.ts';
import type { Budget } from './budget.ts';
import type { BudgetWaiter } from './budget-waiter.ts';
import { chargeFor, NO_CHARGE, type Charge, type ReportedUsage } from './charge.ts';
import type { Ledger } from './ledger.ts';
import { reserveWorstCase, type AttemptBudgets, type Reservation } from './reservation.ts';
import { totalOf, worstCase } from './worst-case.ts';

/** The parts of a call that decide its price. */
export interface PricedCall {
  readonly facts: CallFacts;
  readonly price: ModelPrice;
  readonly bytes: Buffer;
}

/** A reserved amount for one try of a call. */
export interface Hold {
  /** The output that the reservation covers. */
  readonly outputTokens: number;
  /** Charges the try and releases the rest. Only the first call has an effect. */
  readonly settle: (usage: ReportedUsage) => Charge;
}

/** The result of asking for a hold. */
export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | Exclude<Reservation, { readonly kind: 'reserved' }>;

/** The hold for a call that providers do not charge for. */
export const FREE_HOLD: Hold = { outputTokens: 0, settle: () => NO_CHARGE };

interface Entry {
  /** The name of the payer in the ledger. */
  readonly attempt: string;
  readonly model: string;
  readonly price: ModelPrice;
  readonly nano: NanoUsd;
  readonly budgets: readonly Budget[];
}

/**
 * The account of one attempt. Money takes one way through it: worst case, reservation in the budgets,
 * entry in the ledger, hold, charge, settlement in the budgets and in the ledger.
 */
export class AttemptAccount {
  private readonly attempt: string;
  private readonly budgets: AttemptBudgets;
  private readonly waiter: BudgetWaiter;
  private readonly ledger: Ledger;
  private excesses = 0;

  constructor(parts: {
    readonly attempt: string;
    readonly budgets: AttemptBudgets;
    readonly waiter: BudgetWaiter;
    readonly ledger: Ledger;
  }) {
    this.attempt = parts.attempt;
    this.budgets = parts.budgets;
    this.waiter = parts.waiter;
    this.ledger = parts.ledger;
  }

  /**
   * Reserves the worst-case cost of a call. Waits for other calls if the budget is short.
   * @throws RefbenchError kind `disk` if the ledger cannot be written
   */
  async hold(call: PricedCall, signal: AbortSignal): Promise<HoldResult> {
    const { facts, price, bytes } = call;
    const worst = worstCase(price, facts, bytes.length);
    const reservation = await reserveWorstCase(worst, this.budgets, this.waiter, signal);
    if (reservation.kind !== 'reserved') return reservation;
    const { nano, outputTokens } = reservation;
    const budgets = [this.budgets.attempt, this.budgets.run];
    const entry = { attempt: this.attempt, model: facts.model, price, nano, budgets };
    return { kind: 'held', hold: this.enter(entry, outputTokens) };
  }

  /**
   * Reserves the worst-case cost of a probe. Only the run pays for it, under a separate name in the
   * ledger. Returns undefined if the budget of the run is too small.
   */
  holdProbe({ facts, price, bytes }: PricedCall): Hold | undefined {
    const { run } = this.budgets;
    const worst = worstCase(price, facts, bytes.length);
    const nano = totalOf(worst, worst.outputTokens);
    if (run.free < nano) return undefined;
    run.reserve(nano);
    const attempt = `probe/${this.attempt}`;
    const entry = { attempt, model: facts.model, price, nano, budgets: [run] };
    return this.enter(entry, worst.outputTokens);
  }

  /** Describes unusual charges, one sentence each. */
  warnings(): readonly string[] {
    if (this.excesses === 0) return [];
    return [
      `the provider reported more usage than the request allows for ${this.excesses} calls; ` +
        'each of them is charged the worst-case cost of its request',
    ];
  }

  private enter(entry: Entry, outputTokens: number): Hold {
    const { attempt, model, nano } = entry;
    const call = randomUUID();
    try {
      this.ledger.reserve({ call, attempt, model, nano_usd: nano });
    } catch (error) {
      this.release(entry, 0);
      throw error;
    }
    let charge: Charge | undefined;
    return {
      outputTokens,
      settle: (usage) => {
        charge ??= this.settle(call, entry, usage);
        return charge;
      },
    };
  }

  private settle(call: string, entry: Entry, usage: ReportedUsage): Charge {
    const charge = chargeFor(entry.price, entry.nano, usage);
    if (charge.excess !== undefined) this.excesses += 1;
    this.release(entry, charge.nano);
    this.ledger.settle({
      call,
      attempt: entry.attempt,
      nano_usd: charge.nano,
      basis: charge.basis,
      input_tokens: promptTokens(charge.usage),
      output_tokens: charge.usage.outputTokens,
    });
    return charge;
  }

  private release({ nano, budgets }: Entry, charged: NanoUsd): void {
    for (const budget of budgets) budget.settle(nano, charged);
    this.waiter.notify();
  }
}
