import { randomUUID } from 'node:crypto';
import type { Journal } from '@refbench/files';
import type { Dispatcher } from 'undici';
import { usdFromNano, type NanoUsd } from '../money.ts';
import { costOf } from '../prices/cost.ts';
import type { ModelPrice } from '../prices/price-schema.ts';
import { NO_USAGE, promptTokens, type Usage } from '../usage.ts';
import type { Budget } from './budget.ts';
import type { Ledger } from './ledger.ts';
import type { GatewayLimits } from './limits.ts';
import { reserve, type Reservation, type SettlementBell } from './purse.ts';
import type { BodyAllowance } from './read-body.ts';
import type { Upstreams } from './upstreams.ts';
import type { UsageRecord } from './usage-record.ts';
import type { WorstCase } from './worst-case.ts';

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
  readonly onExhausted: (scope: 'attempt' | 'run') => void;
  readonly onProviderFailed: (detail: string) => void;
}

export interface Bill {
  readonly usd: number;
  readonly usage: Usage;
  readonly basis: UsageRecord['basis'];
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
const NOTHING: Bill = { usd: 0, usage: NO_USAGE, basis: 'nothing' };

/** One attempt's side of the gateway: its money, its models and the calls under way. */
export class Desk {
  readonly parts: DeskParts;
  private readonly underWay = new Set<AbortController>();
  private readonly running = new Set<Promise<void>>();
  private readonly writes = new Set<Promise<void>>();
  private cuts = 0;
  private refusals = 0;
  private closing = false;

  constructor(parts: DeskParts) {
    this.parts = parts;
  }

  /** A place for a call, or undefined when there are too many. Give it back with `leave`. */
  enter(): AbortController | undefined {
    if (this.closing || this.underWay.size >= this.parts.limits.calls) return undefined;
    const controller = new AbortController();
    this.underWay.add(controller);
    return controller;
  }

  leave(controller: AbortController): void {
    this.underWay.delete(controller);
  }

  /** Breaks off all calls; each is charged its worst case. */
  abortAll(): void {
    this.closing = true;
    for (const controller of this.underWay) controller.abort();
  }

  /** Reserves in memory and in the ledger. Throws when the ledger cannot be written. */
  async promise(
    model: string,
    price: ModelPrice,
    worst: WorstCase,
    signal: AbortSignal,
  ): Promise<PromiseResult> {
    const { attempt, budgets, bell, ledger } = this.parts;
    const reservation = await reserve(worst, budgets, bell, signal);
    if (reservation.kind !== 'reserved') return reservation;
    const { nano, outputTokens } = reservation;
    const call = randomUUID();
    try {
      ledger.reserve({ call, attempt, model, nano_usd: nano });
    } catch (error) {
      this.release(nano, 0);
      throw error;
    }
    let bill: Bill | undefined;
    const settle = (usage: Usage | undefined | 'nothing'): Bill => {
      bill ??= this.settle(call, price, nano, usage);
      return bill;
    };
    return { kind: 'promised', promised: { outputTokens, settle } };
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

  cut(detail: string): void {
    this.cuts += 1;
    if (this.cuts >= CUTS_IN_A_ROW) this.parts.onProviderFailed(detail);
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

  private settle(
    call: string,
    price: ModelPrice,
    reserved: NanoUsd,
    usage: Usage | undefined | 'nothing',
  ): Bill {
    const { attempt, ledger } = this.parts;
    const known = usage === 'nothing' || usage === undefined ? NO_USAGE : usage;
    const charged = usage === 'nothing' ? 0 : usage === undefined ? reserved : costOf(price, known);
    const basis = usage === 'nothing' ? 'nothing' : usage === undefined ? 'reservation' : 'usage';
    this.release(reserved, charged);
    ledger.settle({
      call,
      attempt,
      nano_usd: charged,
      basis,
      input_tokens: promptTokens(known),
      output_tokens: known.outputTokens,
    });
    return basis === 'nothing' ? NOTHING : { usd: usdFromNano(charged), usage: known, basis };
  }

  private release(reserved: NanoUsd, charged: NanoUsd): void {
    const { budgets, bell } = this.parts;
    budgets.attempt.settle(reserved, charged);
    budgets.run.settle(reserved, charged);
    bell.ring();
  }
}
