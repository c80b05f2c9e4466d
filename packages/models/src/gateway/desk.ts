import { randomUUID } from 'node:crypto';
import type { Journal } from '@refbench/files';
import type { Dispatcher } from 'undici';
import { usdFromNano, type NanoUsd } from '../money.ts';
import { costOf } from '../prices/cost.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import { NO_USAGE, promptTokens, type Usage } from '../usage.ts';
import type { Budget } from './budget.ts';
import type { Ledger } from './ledger.ts';
import type { KeyRedactor } from './key-redactor.ts';
import type { GatewayLimits } from './limits.ts';
import { ProviderProbe } from './provider-probe.ts';
import { reserve, type Reservation, type SettlementBell } from './purse.ts';
import type { BodyAllowance } from './read-body.ts';
import { StartTicket } from './start-ticket.ts';
import type { Upstreams } from './upstreams.ts';
import type { UsageRecord } from './usage-record.ts';
import { totalOf, type WorstCase } from './worst-case.ts';

export interface DeskParts {
  readonly attempt: string;
  readonly token: string;
  /** What the attempt may ask for. */
  readonly models: ReadonlyMap<string, ModelPrice>;
  readonly budgets: { readonly attempt: Budget; readonly run: Budget };
  readonly bell: SettlementBell;
  readonly ledger: Ledger;
  readonly usageFile: Journal<UsageRecord>;
  readonly dispatcher: Dispatcher;
  readonly upstreams: Upstreams;
  readonly limits: GatewayLimits;
  readonly allowance: BodyAllowance;
  readonly redactor: KeyRedactor;
  readonly onExhausted: (scope: 'attempt' | 'run') => void;
  readonly onProviderFailed: (detail: string) => void;
}

export interface Bill {
  readonly usd: number;
  readonly usage: Usage;
  readonly basis: UsageRecord['basis'];
  /** What the provider said it used, where that is more than the call allowed. */
  readonly excess?: string;
}

/** A promise out of the budgets for one try, settled once. */
export interface Promised {
  readonly outputTokens: number;
  /** `undefined` usage: the answer was cut or its figures cannot be true, so all of it is charged. */
  readonly settle: (usage: Usage | undefined | 'nothing') => Bill;
}

export type PromiseResult =
  | { readonly kind: 'promised'; readonly promised: Promised }
  | Exclude<Reservation, { readonly kind: 'reserved' }>;

/** After so many answers in a row that broke off, the provider is what is broken. */
const CUTS_IN_A_ROW = 3;
/** Lines for requests that were turned away: an agent must not fill the disk with them. */
const MAX_REFUSALS = 1_000;

/** One attempt's side of the gateway: its money, its models and the calls under way. */
export class Desk {
  readonly parts: DeskParts;
  readonly probe: ProviderProbe;
  readonly ticket: StartTicket = new StartTicket();
  /** Aborted when the attempt is over. */
  readonly closed: AbortSignal;
  private readonly closing: AbortController = new AbortController();
  private readonly underWay = new Set<AbortController>();
  private readonly running = new Set<Promise<void>>();
  private readonly writes = new Set<Promise<void>>();
  private cuts = 0;
  private refusals = 0;
  private excesses = 0;

  constructor(parts: DeskParts) {
    this.parts = parts;
    this.closed = this.closing.signal;
    this.probe = new ProviderProbe(this);
  }

  /** A place for a call, or undefined when there are too many. Give it back with `leave`. */
  enter(): AbortController | undefined {
    if (this.closed.aborted || this.underWay.size >= this.parts.limits.calls) return undefined;
    const controller = new AbortController();
    this.underWay.add(controller);
    return controller;
  }

  leave(controller: AbortController): void {
    this.underWay.delete(controller);
  }

  /** Breaks off all calls; each is charged its worst case. */
  abortAll(): void {
    this.closing.abort();
    for (const controller of this.underWay) controller.abort();
  }

  /** Reserves in memory and in the ledger. Throws when the ledger cannot be written. */
  async promise(
    model: string,
    price: ModelPrice,
    worst: WorstCase,
    signal: AbortSignal,
  ): Promise<PromiseResult> {
    const { attempt, budgets, bell } = this.parts;
    const reservation = await reserve(worst, budgets, bell, signal);
    if (reservation.kind !== 'reserved') return reservation;
    const { nano, outputTokens } = reservation;
    const accounts = [budgets.attempt, budgets.run];
    const settle = this.enterReservation({ attempt, model, price, nano, accounts });
    return { kind: 'promised', promised: { outputTokens, settle } };
  }

  /** Out of the run's budget alone, under a name of its own; undefined where that does not reach. */
  promiseProbe(model: string, price: ModelPrice, worst: WorstCase): Promised | undefined {
    const { run } = this.parts.budgets;
    const { outputTokens } = worst;
    const nano = totalOf(worst, outputTokens);
    if (run.free < nano) return undefined;
    run.reserve(nano);
    const attempt = `probe/${this.parts.attempt}`;
    const settle = this.enterReservation({ attempt, model, price, nano, accounts: [run] });
    return { outputTokens, settle };
  }

  /** Closing waits for it. */
  async run(work: Promise<void>): Promise<void> {
    this.running.add(work);
    try {
      await work;
    } finally {
      this.running.delete(work);
    }
  }

  answered(): void {
    this.cuts = 0;
  }

  /** True where so many answers in a row broke off that it may be the provider's fault. */
  cut(): boolean {
    this.cuts += 1;
    return this.cuts % CUTS_IN_A_ROW === 0;
  }

  /** What is odd about the attempt's calls, in sentences. */
  warnings(): readonly string[] {
    if (this.excesses === 0) return [];
    return [
      `the provider reported more usage than the request allows for ${this.excesses} calls; ` +
        'each is charged the most that its request could cost',
    ];
  }

  /** Written in order, not waited for: no answer waits for a disk. */
  record(line: UsageRecord): void {
    if (line.refused !== undefined && line.tries === 0) this.refusals += 1;
    if (line.tries === 0 && this.refusals > MAX_REFUSALS) return;
    const write = this.parts.usageFile.append(line).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.parts.onProviderFailed(`usage could not be written down: ${reason}`);
    });
    this.writes.add(write);
    void write.then(() => this.writes.delete(write));
  }

  /** Resolves when all calls have ended, settled, and are written down. */
  async drained(): Promise<void> {
    await Promise.allSettled(this.running);
    await Promise.all(this.writes);
  }

  /** Writes it into the ledger, and gives the way to settle it once. */
  private enterReservation(reservation: EnteredReservation): Promised['settle'] {
    const { attempt, model, nano } = reservation;
    const call = randomUUID();
    try {
      this.parts.ledger.reserve({ call, attempt, model, nano_usd: nano });
    } catch (error) {
      this.release(reservation, 0);
      throw error;
    }
    let bill: Bill | undefined;
    return (usage) => {
      bill ??= this.settle(call, reservation, usage);
      return bill;
    };
  }

  private settle(
    call: string,
    reservation: EnteredReservation,
    usage: Usage | undefined | 'nothing',
  ): Bill {
    const { attempt, price, nano } = reservation;
    const bill = billOf(price, nano, usage);
    if (bill.excess !== undefined) this.excesses += 1;
    const charged = bill.nano;
    this.release(reservation, charged);
    this.parts.ledger.settle({
      call,
      attempt,
      nano_usd: charged,
      basis: bill.basis,
      input_tokens: promptTokens(bill.usage),
      output_tokens: bill.usage.outputTokens,
    });
    return bill;
  }

  private release({ nano, accounts }: EnteredReservation, charged: NanoUsd): void {
    for (const account of accounts) account.settle(nano, charged);
    this.parts.bell.ring();
  }
}

interface EnteredReservation {
  /** Its name in the ledger. */
  readonly attempt: string;
  readonly model: string;
  readonly price: ModelPrice;
  readonly nano: NanoUsd;
  readonly accounts: readonly Budget[];
}

/** Never more than was reserved: that is the most that the request can cost. */
function billOf(
  price: ModelPrice,
  reserved: NanoUsd,
  usage: Usage | undefined | 'nothing',
): Bill & { readonly nano: NanoUsd } {
  if (usage === 'nothing') return { usd: 0, nano: 0, usage: NO_USAGE, basis: 'nothing' };
  const worst = { usd: usdFromNano(reserved), nano: reserved, usage: NO_USAGE } as const;
  if (usage === undefined) return { ...worst, basis: 'reservation' };
  const cost = costOf(price, usage);
  if (cost <= reserved) return { usd: usdFromNano(cost), nano: cost, usage, basis: 'usage' };
  const excess =
    `the provider reported ${promptTokens(usage)} input and ${usage.outputTokens} output tokens, ` +
    'more than the request allows';
  return { ...worst, basis: 'reservation', excess };
}
