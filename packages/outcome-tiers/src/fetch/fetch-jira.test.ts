import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTickets } from '../tickets/tickets-file.ts';
import { fetchJira, type FetchJiraOptions, type FetchResult } from './fetch-jira.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Asked {
  readonly start: number;
  readonly at: number;
  readonly authorization: string | undefined;
}

interface Jira extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
}

/** A server with 25 tickets. `fault` may answer instead. */
async function jira(
  fault: (count: number, response: ServerResponse) => boolean = () => false,
): Promise<Jira> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const start = Number(query.get('startAt'));
    asked.push({ start, at: Date.now(), authorization: request.headers.authorization });
    if (fault(asked.length, response)) return;
    const count = Math.max(0, Math.min(Number(query.get('maxResults')), 25 - start));
    const issues = Array.from({ length: count }, (_, at) => ({
      key: `A-${start + at}`,
      fields: { summary: `s${start + at}` },
    }));
    response.end(JSON.stringify({ total: 25, startAt: start, issues }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function fetch(url: string, options: Partial<FetchJiraOptions> = {}): Promise<FetchResult> {
  const { signal } = new AbortController();
  const usual = { jql: 'project = A', pageSize: 10, delayMs: 0, firstWaitMs: 1 };
  return fetchJira({ url, folder, signal, ...usual, ...options });
}

async function keys(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key } of readTickets(join(folder, 'tickets.jsonl'))) found.push(key);
  return found;
}

const ALL = Array.from({ length: 25 }, (_, at) => `A-${at}`);

test('fetches all pages sequentially, respecting the delay', async () => {
  await using server = await jira();
  expect(await fetch(server.url, { delayMs: 40, token: 'secret' })).toMatchObject({
    tickets: 25,
    reused: 0,
  });
  expect(server.asked.map(({ start }) => start)).toEqual([0, 10, 20]);
  expect(server.asked[0]?.authorization).toBe('Bearer secret');
  const gaps = server.asked.slice(1).map(({ at }, index) => at - (server.asked[index]?.at ?? 0));
  // A timer may fire a millisecond early.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(39);
  expect(await keys()).toEqual(ALL);
  expect(await readFile(join(folder, 'tickets.jsonl'), 'utf8')).not.toContain('secret');
});

test('retries a busy server, and resumes after a failure', async () => {
  let broken = true;
  await using server = await jira((count, response) => {
    const busy = count === 2;
    if (busy) response.writeHead(429, { 'retry-after': '0' }).end();
    const fails = !busy && broken && count > 3;
    if (fails) response.writeHead(503).end();
    return busy || fails;
  });
  await expect(fetch(server.url)).rejects.toMatchObject({ kind: 'infra-incomplete' });
  expect(await keys()).toEqual(ALL.slice(0, 20));
  broken = false;
  const before = server.asked.length;
  expect(await fetch(server.url)).toMatchObject({ tickets: 25, reused: 20 });
  expect(server.asked.slice(before).map(({ start }) => start)).toEqual([20]);
  expect(await keys()).toEqual(ALL);
  // A repeated command only finds that nothing is left.
  expect(await fetch(server.url)).toMatchObject({ tickets: 25, reused: 25 });
});

test('a different query is rejected, and so is a server that is not Jira', async () => {
  await using server = await jira();
  await fetch(server.url);
  await expect(fetch(server.url, { jql: 'project = B' })).rejects.toMatchObject({ kind: 'usage' });
  await using other = await jira((_, response) => {
    response.writeHead(410).end('{"errorMessages":["gone for good"]}');
    return true;
  });
  const fresh = { folder: join(folder, 'other') };
  await expect(fetch(other.url, fresh)).rejects.toThrow(/HTTP 410.*gone for good/);
});
