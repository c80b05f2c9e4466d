import { closeSync, fdatasync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { guardDisk, readJournal } from '@refbench/base';
import { z } from 'zod';
import type { NanoUsd } from '../money.ts';

/** The reserved worst-case cost of a call. */
interface Reservation {
  readonly type: 'reserve';
  /** ISO 8601. */
  readonly at: string;
  readonly call: string;
  readonly attempt: string;
  readonly model: string;
  readonly nano_usd: NanoUsd;
}

/** The settled cost of a call. */
interface Settlement {
  readonly type: 'settle';
  readonly at: string;
  readonly call: string;
  readonly attempt: string;
  readonly nano_usd: NanoUsd;
  /** `usage`: the provider's figures; `reservation`: the worst case; `nothing`: not billed. */
  readonly basis: 'usage' | 'reservation' | 'nothing';
  readonly input_tokens: number;
  readonly output_tokens: number;
}

type LedgerEvent = Reservation | Settlement;

const countSchema = z.int().nonnegative();

const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('reserve'),
    at: z.iso.datetime(),
    call: z.string(),
    attempt: z.string(),
    model: z.string(),
    nano_usd: countSchema,
  }),
  z.strictObject({
    type: z.literal('settle'),
    at: z.iso.datetime(),
    call: z.string(),
    attempt: z.string(),
    nano_usd: countSchema,
    basis: z.enum(['usage', 'reservation', 'nothing']),
    input_tokens: countSchema,
    output_tokens: countSchema,
  }),
]);

export interface AttemptTotals {
  readonly nano: NanoUsd;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const NOTHING: AttemptTotals = { nano: 0, requests: 0, inputTokens: 0, outputTokens: 0 };

/**
 * The append-only ledger of a run with one JSON event per line. A reservation is written to the
 * kernel before its call is sent, so that killing the process loses no cost: a reservation that was
 * never settled is charged in full when the file is opened again. The cost of the run is the sum of
 * all settlements.
 */
export class Ledger implements AsyncDisposable {
  private readonly path: string;
  private readonly file: number;
  private readonly totals: Map<string, AttemptTotals>;
  private flushing: Promise<void> = Promise.resolve();
  private flushQueued = false;
  private closed = false;

  private constructor(path: string, file: number, totals: Map<string, AttemptTotals>) {
    this.path = path;
    this.file = file;
    this.totals = totals;
  }

  static async open(path: string): Promise<Ledger> {
    const { events } = await readJournal(path, eventSchema);
    const file = await guardDisk(path, async () => {
      mkdirSync(dirname(path), { recursive: true });
      return openSync(path, 'a+', 0o600);
    });
    const ledger = new Ledger(path, file, new Map());
    await guardDisk(path, async () => {
      endTornLine(file);
      for (const event of events) if (event.type === 'settle') ledger.count(event);
      for (const open of unsettled(events)) ledger.settle(chargedInFull(open));
    });
    return ledger;
  }

  /** Records a reservation. If it throws, the call must not be sent. */
  reserve(event: Omit<Reservation, 'type' | 'at'>): void {
    this.write({ type: 'reserve', at: new Date().toISOString(), ...event });
  }

  settle(event: Omit<Settlement, 'type' | 'at'>): void {
    const line: Settlement = { type: 'settle', at: new Date().toISOString(), ...event };
    this.count(line);
    this.write(line);
    this.flushSoon();
  }

  totalsOf(attempt: string): AttemptTotals {
    return this.totals.get(attempt) ?? NOTHING;
  }

  /** The settled cost of all attempts whose names have the prefix. */
  spent(prefix = ''): NanoUsd {
    let sum = 0;
    for (const [attempt, { nano }] of this.totals) if (attempt.startsWith(prefix)) sum += nano;
    return sum;
  }

  /** Resolves when all settlements are on disk. */
  async flush(): Promise<void> {
    await guardDisk(this.path, () => this.flushing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flushing.catch(() => undefined);
    if (!this.closed) closeSync(this.file);
    this.closed = true;
  }

  private count(event: Settlement): void {
    const before = this.totalsOf(event.attempt);
    this.totals.set(event.attempt, {
      nano: before.nano + event.nano_usd,
      requests: before.requests + 1,
      inputTokens: before.inputTokens + event.input_tokens,
      outputTokens: before.outputTokens + event.output_tokens,
    });
  }

  private write(event: LedgerEvent): void {
    writeSync(this.file, `${JSON.stringify(event)}\n`);
  }

  /** Syncs all recent settlements at once. If the disk fails, the next write fails, too. */
  private flushSoon(): void {
    if (this.flushQueued) return;
    this.flushQueued = true;
    this.flushing = this.flushing
      .catch(() => undefined)
      .then(() => {
        this.flushQueued = false;
        return promisify(fdatasync)(this.file);
      });
    this.flushing.catch(() => undefined);
  }
}

function unsettled(events: readonly LedgerEvent[]): readonly Reservation[] {
  const settled = new Set(
    events.filter((event) => event.type === 'settle').map(({ call }) => call),
  );
  return events
    .filter((event) => event.type === 'reserve')
    .filter(({ call }) => !settled.has(call));
}

function chargedInFull({ call, attempt, nano_usd }: Reservation): Omit<Settlement, 'type' | 'at'> {
  return { call, attempt, nano_usd, basis: 'reservation', input_tokens: 0, output_tokens: 0 };
}

/** Ends an incomplete last line, so that the next event starts on a new line. */
function endTornLine(file: number): void {
  const { size } = fstatSync(file);
  if (size === 0) return;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  if (last.toString() !== '\n') writeSync(file, '\n');
}
