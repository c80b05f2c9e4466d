import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mineShards } from '../workspace/mine-shards.ts';
import { readShardRecords, type ShardRecord } from '../workspace/mine-folder.ts';
import { urlShards } from './archive-source.ts';
import { era2015, sha } from './eras.testkit.ts';
import { openHourPool } from './hour-pool.ts';
import { hoursOf } from './hours.ts';

const merges = Array.from({ length: 300 }, (_, at) =>
  era2015({ repository: 'a/full', number: at + 1, golden: sha(at + 1) }, true),
);
const text = merges.map((event) => `${JSON.stringify(event)}\n`).join('');
const whole = gzipSync(text);

let folder: string;
let server: Server;
/** Behaviour of the server by hour. It has no other hours. */
let hours: Record<string, RequestListener>;
let asked: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-url-'));
  hours = {};
  asked = [];
  server = createServer((request, response) => {
    const hour = request.url?.replace('/2024/', '').replace('.json.gz', '') ?? '';
    asked.push(hour);
    const answer = hours[hour];
    if (answer === undefined) response.writeHead(404).end('not here');
    else answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true, force: true });
});

async function mine(from: string, to: string): Promise<ReadonlyMap<string, ShardRecord>> {
  await using pool = openHourPool(1);
  const { port } = server.address() as AddressInfo;
  const shards = urlShards(hoursOf(from, to), {
    pool,
    definition: {},
    url: `http://127.0.0.1:${port}/{yyyy}/{hour}.json.gz`,
    downloads: join(folder, 'downloads'),
    firstWaitMs: 1,
  });
  await mineShards({ folder, shards, jobs: 2 });
  expect(await readdir(join(folder, 'downloads'))).toStrictEqual([]);
  return readShardRecords(folder);
}

async function mineOne(answer: RequestListener): Promise<ShardRecord | undefined> {
  hours['2024-05-01-3'] = answer;
  return (await mine('2024-05-01-3', '2024-05-01-3')).get('archive-2024-05-01-3');
}

describe('hours from a server', () => {
  test('are read; a missing hour is recorded and requested again', async () => {
    hours['2024-05-01-9'] = (_request, response) => response.end(whole);
    hours['2024-05-01-11'] = (_request, response) => response.end();
    const records = await mine('2024-05-01-9', '2024-05-01-11');
    expect([...records.values()].map(({ coverage }) => coverage.status).toSorted()).toStrictEqual([
      'empty',
      'missing',
      'whole',
    ]);
    expect(records.get('archive-2024-05-01-9')).toMatchObject({
      admitted: 300,
      coverage: { records: 300, bytes: whole.length },
    });
    expect(records.get('archive-2024-05-01-10')?.coverage.reason).toContain('does not exist');
    asked = [];
    hours['2024-05-01-10'] = (_request, response) => response.end(whole);
    const later = await mine('2024-05-01-9', '2024-05-01-11');
    expect(later.get('archive-2024-05-01-10')?.coverage.status).toBe('whole');
    expect(asked).toStrictEqual(['2024-05-01-10']);
  });

  test('retries if the server is busy', async () => {
    const record = await mineOne((_request, response) => {
      if (asked.length < 3) response.writeHead(asked.length === 1 ? 503 : 429).end('busy');
      else response.end(whole);
    });
    expect(asked).toHaveLength(3);
    expect(record).toMatchObject({ admitted: 300, coverage: { status: 'whole' } });
  });

  test('an hour fails after repeated errors, and may succeed next time', async () => {
    const busy = await mineOne((_request, response) => response.writeHead(503).end());
    expect(busy?.coverage).toMatchObject({ status: 'failed', reason: 'the server answered 503' });
    expect(asked).toHaveLength(4);
    asked = [];
    const forbidden = await mineOne((_request, response) => response.writeHead(403).end());
    expect(forbidden?.coverage.reason).toBe('the server answered 403');
    expect(asked).toHaveLength(1);
    const record = await mineOne((_request, response) => response.end(whole));
    expect(record?.coverage.status).toBe('whole');
  });

  test('a truncated response is requested again and never read as an hour', async () => {
    const cut: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': whole.length });
      response.write(whole.subarray(0, 2_000), () => response.destroy());
    };
    const record = await mineOne(cut);
    expect(record?.coverage).toMatchObject({ status: 'failed', records: 0 });
    expect(record?.coverage.reason).toContain('terminated');
    expect(asked).toHaveLength(4);
    asked = [];
    const second = await mineOne((request, response) =>
      asked.length === 1 ? cut(request, response) : response.end(whole),
    );
    expect(second).toMatchObject({ admitted: 300, coverage: { status: 'whole' } });
  });

  test('a file that is truncated on the server gives its complete lines', async () => {
    const record = await mineOne((_request, response) =>
      response.end(whole.subarray(0, Math.floor(whole.length / 2))),
    );
    expect(record?.coverage).toMatchObject({
      status: 'truncated',
      reason: 'unexpected end of file',
    });
    expect(record?.admitted).toBeGreaterThan(30);
    expect(record?.admitted).toBeLessThan(300);
  });

  test('an HTML page is not an hour and is requested again', async () => {
    const record = await mineOne((_request, response) => response.end('<html>Sign in</html>'));
    expect(record?.coverage).toMatchObject({
      status: 'failed',
      reason: 'the file is neither gzip nor JSON lines',
    });
    asked = [];
    await mineOne((_request, response) => response.end(whole));
    expect(asked).toHaveLength(1);
  });

  test('a server that declares gzip as content encoding gives the same', async () => {
    const record = await mineOne((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole),
    );
    expect(record).toMatchObject({
      admitted: 300,
      coverage: { status: 'whole', bytes: Buffer.byteLength(text) },
    });
  });
});
