import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { offerTickets } from './offer-tickets.ts';
import { takeTickets, type TicketEnd } from './take-tickets.ts';
import type { Ticket } from './ticket.ts';

const REDIS = '/usr/bin/redis-server';
const missing = existsSync(REDIS) ? undefined : `there is no ${REDIS}`;

let folder: TemporaryFolder;
let port: number;
let server: ChildProcess | undefined;

beforeEach(async () => {
  folder = await temporaryFolder();
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as AddressInfo);
  probe.close();
  if (missing === undefined) await startRedis();
});
afterEach(async () => {
  await killRedis();
  await folder[Symbol.asyncDispose]();
});

async function startRedis(): Promise<void> {
  server = spawn(REDIS, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder.path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { stdout } = server;
  if (stdout === null) throw new Error('Redis has no output');
  for await (const line of createInterface({ input: stdout })) {
    if (line.includes('Ready to accept connections')) break;
  }
  stdout.resume();
}

async function killRedis(): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

const url = (): string => `redis://127.0.0.1:${port}`;
const ticket = (run: string): Ticket => ({ run, url: 'http://127.0.0.1:1', secret: `of ${run}` });

/** Takes tickets in the background, and answers as told. */
function take(answer: (ticket: Ticket) => Promise<TicketEnd> | TicketEnd): {
  readonly taken: readonly string[];
  readonly errors: readonly string[];
  stop(): Promise<void>;
} {
  const [taken, errors]: [string[], string[]] = [[], []];
  const stop = new AbortController();
  const done = takeTickets(url(), {
    slots: 2,
    stop: stop.signal,
    onError: (message) => errors.push(message),
    handle: async (one) => {
      taken.push(one.run);
      return await answer(one);
    },
  });
  return {
    taken,
    errors,
    async stop() {
      stop.abort();
      await done;
    },
  };
}

test('tickets reach a worker, again if it says so, and never after they were withdrawn', async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  const offer = offerTickets(url(), ticket('a'), () => undefined);
  await offer.offer(2);
  let asked = 0;
  const worker = take(() => {
    asked += 1;
    return asked === 1 ? { kind: 'later', ms: 100 } : { kind: 'over' };
  });
  await expect.poll(() => asked, { timeout: 120_000 }).toBeGreaterThanOrEqual(4);
  await offer.withdraw();
  const after = asked;
  await using other = { [Symbol.asyncDispose]: () => worker.stop() };
  expect(other).toBeDefined();
  // Tickets of another run still come, those of this run do not.
  const second = offerTickets(url(), ticket('b'), () => undefined);
  await second.offer(1);
  await expect.poll(() => worker.taken.includes('b'), { timeout: 120_000 }).toBe(true);
  await second.withdraw();
  // A ticket is locked until its worker is done with it.
  await worker.stop();
  expect(worker.taken.slice(after).filter((run) => run === 'a').length).toBeLessThanOrEqual(2);
  const redis = new Redis(url());
  const left = await redis.keys('bull:refbench:*:lock');
  redis.disconnect();
  expect(left).toEqual([]);
});

test('a server that loses everything gets the tickets again, and workers come back', async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  const offer = offerTickets(url(), ticket('a'), () => undefined);
  await offer.offer(1);
  const worker = take(() => ({ kind: 'later', ms: 200 }));
  await expect.poll(() => worker.taken.length, { timeout: 120_000 }).toBeGreaterThan(1);
  await killRedis();
  await expect.poll(() => worker.errors.length, { timeout: 120_000 }).toBeGreaterThan(0);
  const before = worker.taken.length;
  await startRedis();
  await expect.poll(() => worker.taken.length, { timeout: 120_000 }).toBeGreaterThan(before);
  await worker.stop();
  await offer.withdraw();
});

test('an address that is none is a usage error', () => {
  expect(() => offerTickets('localhost:6379', ticket('a'), () => undefined)).toThrow(
    '"localhost:6379" is not the address of a Redis server',
  );
});

test('a run ends although its Redis server is gone', async ({ skip }) => {
  skip(missing !== undefined, missing);
  const offer = offerTickets(url(), ticket('a'), () => undefined);
  await offer.offer(1);
  await killRedis();
  await expect(offer.withdraw()).resolves.toBeUndefined();
});
