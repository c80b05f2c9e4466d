import { parseJson } from '@refbench/base';
import { DelayedError, Worker, type Job } from 'bullmq';
import { connectRedis } from './redis-connection.ts';
import { QUEUE, ticketSchema, type Ticket } from './ticket.ts';

/** `over`: the ticket is used. `later`: it should be offered again after some milliseconds. */
export type TicketEnd = { readonly kind: 'over' } | { readonly kind: 'later'; readonly ms: number };

/** How long a ticket is taken without a sign of life of its worker, in milliseconds. */
const LOCK_MS = 60_000;
/** A connection that is not ready again after this time is made anew. */
const WATCHDOG_MS = 60_000;
/** Tickets may be taken by dying workers as often as it happens; the run counts failures itself. */
const MAX_STALLED = 1000;

export interface TakeOptions {
  /** How many tickets are worked on at a time. */
  readonly slots: number;
  readonly handle: (ticket: Ticket) => Promise<TicketEnd>;
  /** Told about failures of the connection, one sentence each. */
  readonly onError: (message: string) => void;
  /** When aborted, no more tickets are taken. */
  readonly stop: AbortSignal;
}

/** Takes tickets until `stop` is aborted, and returns when the last one is used. */
export async function takeTickets(url: string, options: TakeOptions): Promise<void> {
  const { stop } = options;
  while (!stop.aborted) await takeUntilDeaf(url, options);
}

/** Returns when `stop` is aborted, or when Redis has not been heard for too long. */
async function takeUntilDeaf(
  url: string,
  { slots, handle, onError, stop }: TakeOptions,
): Promise<void> {
  const redis = connectRedis(url, (error) => onError(`Redis: ${error.message}`));
  const over = new AbortController();
  let watchdog: NodeJS.Timeout | undefined;
  const end = AbortSignal.any([stop, over.signal]);
  redis.on('close', () => {
    if (end.aborted) return;
    watchdog ??= setTimeout(() => over.abort(), WATCHDOG_MS);
  });
  redis.on('ready', () => {
    clearTimeout(watchdog);
    watchdog = undefined;
  });
  const worker = new Worker<unknown>(QUEUE, (job, token) => answer(job, token, handle), {
    connection: redis,
    concurrency: slots,
    lockDuration: LOCK_MS,
    maxStalledCount: MAX_STALLED,
  });
  worker.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    if (end.aborted) resolve();
    else end.addEventListener('abort', () => resolve(), { once: true });
  });
  clearTimeout(watchdog);
  // Waits for the attempts that are being made, which do not need Redis.
  await worker.close().catch(() => undefined);
  redis.disconnect();
}

async function answer(
  job: Job<unknown>,
  token: string | undefined,
  handle: TakeOptions['handle'],
): Promise<void> {
  const ticket = parseJson(JSON.stringify(job.data), ticketSchema);
  // Something else wrote into this queue.
  if (ticket.kind !== 'valid') return;
  const end = await handle(ticket.value);
  if (end.kind === 'over') return;
  await job.moveToDelayed(Date.now() + end.ms, token);
  throw new DelayedError();
}
