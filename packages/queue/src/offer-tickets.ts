import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { connectRedis } from './redis-connection.ts';
import { QUEUE, type Ticket } from './ticket.ts';

/** More tickets than this wait for workers at no time, whatever the size of the run. */
const MAX_TICKETS = 64;
const CHECK_MS = 1000;
/** How long the last command to a server that does not answer is waited for. */
const GOODBYE_MS = 3000;

/** The tickets of one run. */
export interface TicketOffer {
  /** Sets how many tickets should be available. */
  offer(count: number): Promise<void>;
  /** Takes all tickets back and disconnects. */
  withdraw(): Promise<void>;
}

/**
 * Keeps the wanted number of tickets in the queue, also after the server has lost them.
 * @param onError told about failures of the connection, one sentence each
 */
export function offerTickets(
  url: string,
  ticket: Ticket,
  onError: (message: string) => void,
): TicketOffer {
  const redis = connectRedis(url, (error) => onError(`Redis: ${error.message}`));
  const queue = new Queue<Ticket>(QUEUE, { connection: redis });
  queue.on('error', () => undefined);
  const over = new AbortController();
  let wanted = 0;
  const keeping = (async () => {
    while (!over.signal.aborted) {
      await fill(queue, ticket, Math.min(wanted, MAX_TICKETS)).catch(() => undefined);
      await sleep(CHECK_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return {
    offer(count) {
      wanted = count;
      return Promise.resolve();
    },
    async withdraw() {
      if (over.signal.aborted) return;
      over.abort();
      const goodbye = async (): Promise<void> => {
        await keeping;
        for (const job of await ticketsOf(queue, ticket)) await job.remove().catch(() => undefined);
        await queue.close();
      };
      // Workers notice by themselves that a run is over.
      await Promise.race([goodbye().catch(() => undefined), sleep(GOODBYE_MS)]);
      redis.disconnect();
    },
  };
}

async function ticketsOf(
  queue: Queue<Ticket>,
  { secret }: Ticket,
): Promise<readonly Awaited<ReturnType<Queue<Ticket>['getJobs']>>[number][]> {
  const jobs = await queue.getJobs(['waiting', 'delayed', 'prioritized']);
  return jobs.filter((job) => job.data.secret === secret);
}

/** Adds what is missing. Tickets that are too many do no harm: the run answers that it has nothing. */
async function fill(queue: Queue<Ticket>, ticket: Ticket, wanted: number): Promise<void> {
  if (wanted === 0) return;
  const missing = wanted - (await ticketsOf(queue, ticket)).length;
  if (missing <= 0) return;
  const options = { removeOnComplete: true, removeOnFail: true };
  await queue.addBulk(
    Array.from({ length: missing }, () => ({ name: ticket.run, data: ticket, opts: options })),
  );
}
