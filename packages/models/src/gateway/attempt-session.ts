import type { Journal } from '@refbench/base';
import type { Dispatcher } from 'undici';
import { errorText } from '@refbench/base';
import type { ModelPrice } from '../prices/price-schema.ts';
import { AttemptAccount } from './attempt-account.ts';
import type { BudgetWaiter } from './budget-waiter.ts';
import type { KeyRedactor } from './key-redactor.ts';
import type { Ledger } from './ledger.ts';
import type { GatewayLimits } from './limits.ts';
import { ProviderProbe } from './provider-probe.ts';
import type { BodyAllowance } from './read-body.ts';
import type { AttemptBudgets } from './reservation.ts';
import { StartTicket } from './start-ticket.ts';
import type { Upstreams } from './upstreams.ts';
import type { UsageRecord } from './usage-record.ts';

/** The settings of a session. */
export interface SessionParts {
  readonly attempt: string;
  readonly token: string;
  /** The models that the attempt may use. */
  readonly models: ReadonlyMap<string, ModelPrice>;
  readonly budgets: AttemptBudgets;
  readonly waiter: BudgetWaiter;
  readonly ledger: Ledger;
  readonly usageFile: Journal<UsageRecord>;
  readonly dispatcher: Dispatcher;
  readonly upstreams: Upstreams;
  readonly limits: GatewayLimits;
  readonly allowance: BodyAllowance;
  readonly redactor: KeyRedactor;
  readonly onExhausted: (scope: 'attempt' | 'run') => void;
  readonly onProviderFailed: (detail: string) => void;
  /** Called when the provider says that it gets too many requests. */
  readonly onRateLimited: () => void;
}

/** After this many interrupted responses in a row, the gateway checks the provider. */
const CUTS_IN_A_ROW = 3;
/** The maximum number of records of rejected requests. An agent must not fill the disk with them. */
const MAX_REFUSALS = 1_000;

/** The state of one attempt in the gateway: its account, and its calls in progress. */
export class AttemptSession {
  readonly parts: SessionParts;
  readonly account: AttemptAccount;
  readonly probe: ProviderProbe;
  readonly ticket: StartTicket = new StartTicket();
  private readonly closing: AbortController = new AbortController();
  private readonly underWay = new Set<AbortController>();
  private readonly running = new Set<Promise<void>>();
  private readonly writes = new Set<Promise<void>>();
  private cuts = 0;
  private refusals = 0;

  constructor(parts: SessionParts) {
    this.parts = parts;
    this.account = new AttemptAccount(parts);
    const { dispatcher, limits } = parts;
    const { signal } = this.closing;
    this.probe = new ProviderProbe({ account: this.account, dispatcher, limits, signal });
  }

  /** Admits a call, or returns undefined if there are too many. End each call with `leave`. */
  enter(): AbortController | undefined {
    const isClosed = this.closing.signal.aborted;
    if (isClosed || this.underWay.size >= this.parts.limits.calls) return undefined;
    const controller = new AbortController();
    this.underWay.add(controller);
    return controller;
  }

  leave(controller: AbortController): void {
    this.underWay.delete(controller);
  }

  /** Aborts all calls. Each is charged its worst-case cost. */
  abortAll(): void {
    this.closing.abort();
    for (const controller of this.underWay) controller.abort();
  }

  /** Runs the handling of a request. Closing the session waits for it. */
  async run(work: Promise<void>): Promise<void> {
    this.running.add(work);
    try {
      await work;
    } finally {
      this.running.delete(work);
    }
  }

  /** Notes that a call received its whole response. */
  noteAnswer(): void {
    this.cuts = 0;
  }

  /** Notes an interrupted response. Returns true if the provider may be at fault. */
  noteCut(): boolean {
    this.cuts += 1;
    return this.cuts % CUTS_IN_A_ROW === 0;
  }

  /** Appends a line to `usage.jsonl` without waiting for the disk. Lines keep their order. */
  record(line: UsageRecord): void {
    if (line.refused !== undefined && line.tries === 0) this.refusals += 1;
    if (line.tries === 0 && this.refusals > MAX_REFUSALS) return;
    const write = this.parts.usageFile.append(line).catch((error: unknown) => {
      const reason = errorText(error);
      this.parts.onProviderFailed(`cannot write the usage of a call: ${reason}`);
    });
    this.writes.add(write);
    void write.then(() => this.writes.delete(write));
  }

  /** Resolves when all calls have ended and are settled and recorded. */
  async drained(): Promise<void> {
    await Promise.allSettled(this.running);
    await Promise.all(this.writes);
  }
}
