import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { currentOwner } from '@refbench/base';
import { expect, test } from 'vitest';
import { sweepSocketFolders } from './socket-folder.ts';
import {
  messageRequest,
  messageStream,
  openTestGate,
  REAL_KEY,
  send,
  startUpstream,
} from './gateway.testkit.ts';

test('passes bytes through unchanged, with the key in place of the token', async () => {
  const seen: { headers: IncomingHttpHeaders; body: string; url: string }[] = [];
  const stream = messageStream({ input: 1_000, output: 100 });
  await using upstream = await startUpstream(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ headers: request.headers, body, url: request.url ?? '' });
    response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_1' });
    response.end(stream);
  });
  await using test = await openTestGate({ upstream: upstream.url });
  const odd =
    '{ "model":"claude-sonnet-4-5" ,\n"max_tokens": 1000,"stream":true, "temperature": 1.50e0, "messages":[] }';
  const answer = await send(test.gate, {
    path: '/v1/messages?beta=true',
    body: odd,
    headers: { 'anthropic-beta': 'effort-2025-11-24,mcp-client-2025-11-20', 'x-secret': 'no' },
  });
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(stream);
  expect(answer.headers['request-id']).toBe('req_1');
  expect(seen).toHaveLength(1);
  expect(seen[0]?.body).toBe(odd);
  expect(seen[0]?.url).toBe('/v1/messages?beta=true');
  expect(seen[0]?.headers).toMatchObject({
    'x-api-key': REAL_KEY,
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'effort-2025-11-24',
    'accept-encoding': 'identity',
  });
  expect(seen[0]?.headers).not.toHaveProperty('authorization');
  expect(seen[0]?.headers).not.toHaveProperty('x-secret');
  // $3 and $15 a million.
  expect(test.gate.spent()).toEqual({
    usd: 0.0045,
    requests: 1,
    inputTokens: 1_000,
    outputTokens: 100,
  });
  expect(test.gateway.spentUsd()).toBe(0.0045);
});

test('writes one line per call, without keys', async () => {
  await using upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(messageStream({ input: 10, output: 10 }));
  });
  await using test = await openTestGate({ upstream: upstream.url });
  await send(test.gate, { path: '/v1/messages', body: messageRequest() });
  await send(test.gate, { path: '/v1/files', body: {} });
  await test.gate[Symbol.asyncDispose]();
  const usage = await readFile(test.usageFile, 'utf8');
  const lines = usage.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"basis":"usage"');
  expect(lines[1]).toContain('not_found');
  expect(usage + (await readFile(test.ledgerFile, 'utf8'))).not.toContain(REAL_KEY);
  expect(usage).not.toContain(test.gate.token);
});

test('the socket is open to any container user, and is removed with its attempt', async () => {
  await using test = await openTestGate({ upstream: 'http://127.0.0.1:9' });
  const { socketDir } = test.gate;
  expect((await stat(socketDir)).mode & 0o777).toBe(0o755);
  expect((await stat(join(socketDir, 'gw.sock'))).mode & 0o777).toBe(0o666);
  // A leftover of a killed process. No process has this pid.
  const left = join(dirname(socketDir), 'gw-000000000000');
  await mkdir(left);
  await writeFile(`${left}.owner`, currentOwner().replace(/^\d+/, '999999999'));
  expect(await sweepSocketFolders(test.folder, true)).toEqual([left]);
  expect(await sweepSocketFolders(test.folder, false)).toEqual([left]);
  await expect(access(left)).rejects.toThrow(/ENOENT/);
  await access(socketDir);
  await test.gate[Symbol.asyncDispose]();
  expect(await readdir(dirname(socketDir))).toEqual([]);
});
