import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Commit } from '../commit/commit.ts';
import { readDefinition, type Definition } from '../event-filter/definition.ts';
import { filterEvent } from '../event-filter/event-filter.ts';
import { mineShards } from '../workspace/mine-shards.ts';
import { collectAdmitted } from '../rank/collect.ts';
import { githubClient, type GithubClient } from './github-client.ts';
import { hydrate } from './hydrate.ts';

/** The requests to the server, and its responses: a status, headers, a body. */
interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

let definition: Definition;
let folder: string;
let server: Server;
let asked: { readonly path: string; readonly body: string; readonly etag: string | undefined }[];
let reply: (path: string, body: string, turn: number, etag: string | undefined) => Reply;
const waits: number[] = [];

beforeAll(async () => {
  definition = await readDefinition();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-github-'));
  asked = [];
  waits.length = 0;
  server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const etag = request.headers['if-none-match'];
      const said = reply(request.url ?? '', body, asked.length, etag);
      asked.push({ path: request.url ?? '', body, etag });
      response.writeHead(said.status, said.headers);
      response.end(said.body === undefined ? undefined : JSON.stringify(said.body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function client(token?: string): GithubClient {
  const { port } = server.address() as AddressInfo;
  return githubClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token,
    now: () => 1_000_000,
    sleep: async (milliseconds) => void waits.push(milliseconds / 1000),
  });
}

function trimmed(number: number): Commit {
  return { repository: 'a/b', number, merged: 'unknown', chosen: false };
}

async function mineTrimmed(...numbers: readonly number[]): Promise<void> {
  const findings = numbers.map((number) => filterEvent(trimmed(number), definition));
  const coverage = { status: 'whole', records: numbers.length, unreadable: 0 } as const;
  const shard = { id: 'archive-2026-01-01-0', read: async () => ({ coverage, findings }) };
  await mineShards({ folder, shards: [shard], jobs: 1 });
}

function rest(number: number, merged = true): object {
  return {
    merged,
    merged_at: merged ? '2026-01-01T00:00:00Z' : null,
    merge_commit_sha: number.toString(16).padStart(40, '0'),
    title: 'Rename all of it',
    body: null,
    changed_files: 70,
    base: { repo: { id: 5, stargazers_count: 900, language: 'Go' } },
  };
}

function node(number: number): object {
  return {
    stargazerCount: 900,
    databaseId: 5,
    primaryLanguage: { name: 'Go' },
    pullRequest: {
      merged: true,
      mergedAt: '2026-01-01T00:00:00Z',
      mergeCommit: { oid: number.toString(16).padStart(40, '0') },
      title: 'Rename all of it',
      bodyText: '',
      changedFiles: 70,
    },
  };
}

async function numbersAdmitted(): Promise<readonly (number | undefined)[]> {
  const { kept } = await collectAdmitted(folder, definition);
  return kept.map(({ commit }) => commit.number);
}

describe('without a token', () => {
  test('requests pull requests individually; rejects unmerged and deleted ones', async () => {
    await mineTrimmed(1, 2, 3);
    reply = (path) =>
      path.endsWith('/3')
        ? { status: 404 }
        : { status: 200, body: rest(Number(path.at(-1)), path.endsWith('/1')) };
    const { shard } = await hydrate({ folder, definition, client: client() });
    await mineShards({ folder, shards: [shard], jobs: 1 });
    expect(asked.map(({ path }) => path)).toStrictEqual(
      [1, 2, 3].map((number) => `/repos/a/b/pulls/${number}`),
    );
    expect(await numbersAdmitted()).toStrictEqual([1]);
  });

  test('known pull requests are not requested again; with --refresh, their ETag is sent', async () => {
    await mineTrimmed(1);
    reply = (_path, _body, _turn, etag) =>
      etag === '"one"'
        ? { status: 304 }
        : { status: 200, headers: { etag: '"one"' }, body: rest(1) };
    await hydrate({ folder, definition, client: client() });
    expect((await hydrate({ folder, definition, client: client() })).asked).toBe(0);
    const { shard } = await hydrate({ folder, definition, client: client(), refresh: true });
    expect(asked.map(({ etag }) => etag)).toStrictEqual([undefined, '"one"']);
    expect((await shard.read()).findings.map(({ kind }) => kind)).toStrictEqual(['admitted']);
  });
});

describe('with a token', () => {
  test('requests a batch; missing ones are gone, and an empty response is requested again', async () => {
    await mineTrimmed(1, 2, 3);
    reply = () => ({
      status: 200,
      body: { data: { p0: node(1), p1: null, p2: node(3) }, errors: [{}] },
    });
    const { shard } = await hydrate({ folder, definition, client: client('secret') });
    await mineShards({ folder, shards: [shard], jobs: 1 });
    expect(asked).toHaveLength(1);
    const sent = JSON.parse(asked[0]?.body ?? '') as { variables: object };
    expect(sent.variables).toMatchObject({ o0: 'a', r0: 'b', n0: 1, n2: 3 });
    expect(await numbersAdmitted()).toStrictEqual([1, 3]);
  });

  test('falls back to single requests if a batch fails', async () => {
    await mineTrimmed(1, 2);
    reply = (path) =>
      path === '/graphql'
        ? { status: 200, body: { errors: [{}] } }
        : { status: 200, body: rest(Number(path.at(-1))) };
    await hydrate({ folder, definition, client: client('secret') });
    expect(asked.map(({ path }) => path)).toStrictEqual([
      '/graphql',
      '/repos/a/b/pulls/1',
      '/repos/a/b/pulls/2',
    ]);
  });
});

describe('limits', () => {
  const limited: Reply = { status: 403, body: { message: 'API rate limit exceeded' } };

  test('waits for the end of the primary limit and for the duration of the secondary one', async () => {
    await mineTrimmed(1);
    const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1030' };
    const replies: Reply[] = [
      { ...limited, headers: spent },
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 502 },
      { status: 503, headers: { 'retry-after': new Date(1_009_000).toUTCString() } },
      { status: 200, body: rest(1) },
    ];
    reply = (_path, _body, turn) => replies[turn] ?? { status: 500 };
    await hydrate({ folder, definition, client: client() });
    expect(waits).toStrictEqual([31, 7, 4, 9]);
  });

  test('the command fails if the server never answers, and keeps earlier responses', async () => {
    await mineTrimmed(1, 2);
    reply = (path) => (path.endsWith('/1') ? { status: 200, body: rest(1) } : { status: 503 });
    await expect(hydrate({ folder, definition, client: client() })).rejects.toThrow(
      'did not answer',
    );
    reply = () => ({ status: 200, body: rest(2) });
    asked = [];
    await hydrate({ folder, definition, client: client() });
    expect(asked.map(({ path }) => path)).toStrictEqual(['/repos/a/b/pulls/2']);
  });

  test('a wrong token is reported immediately', async () => {
    await mineTrimmed(1);
    reply = () => ({ status: 401 });
    await expect(hydrate({ folder, definition, client: client('x') })).rejects.toThrow(
      'rejected the token',
    );
    expect(asked).toHaveLength(1);
  });
});
