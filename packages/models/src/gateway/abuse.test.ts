import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../scripted-provider/model-server.ts';
import { messageRequest, openTestGate, send, startUpstream } from './gateway.testkit.ts';

const SCRIPT = { rules: [{ say: 'hi' }] };

test('a body of 100 MB is refused unread, and so are too many headers', async () => {
  await using server = await startModelServer({ script: SCRIPT });
  await using test = await openTestGate({ upstream: server.url });
  const headers = { 'content-length': String(100_000_000) };
  const big = await send(test.gate, { path: '/v1/messages', body: '{', headers });
  expect(big.status).toBe(413);
  const names = Array.from({ length: 10_000 }, (_, at) => [`x-h${at}`, 'v'] as const);
  const many = await send(test.gate, {
    path: '/v1/messages',
    body: messageRequest(),
    headers: Object.fromEntries(names),
  });
  expect(many.status).toBe(431);
  expect(server.requests()).toHaveLength(0);
});

test('a chunked body is counted while it is read', async () => {
  await using server = await startModelServer({ script: SCRIPT });
  await using test = await openTestGate({ upstream: server.url, limits: { bodyBytes: 1_000 } });
  const headers = { 'transfer-encoding': 'chunked' };
  const answer = await send(test.gate, { path: '/v1/messages', body: 'x'.repeat(5_000), headers });
  expect(answer.status).toBe(413);
});

test('a body that arrives too slowly is refused', async () => {
  await using server = await startModelServer({ script: SCRIPT });
  await using test = await openTestGate({ upstream: server.url, limits: { bodyMs: 100 } });
  const socket = connect(join(test.gate.socketDir, 'gw.sock'));
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  const head = [
    'POST /v1/messages HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${test.gate.token}`,
    'Content-Length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});

test('1,000 connections affect neither the gateway nor another attempt', async () => {
  await using server = await startModelServer({ script: SCRIPT });
  await using test = await openTestGate({ upstream: server.url, limits: { connections: 100 } });
  await using other = await test.gateway.openAttempt({
    attempt: 'other',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 11,
    usageFile: test.usageFile.replace('usage', 'other'),
  });
  const sockets: Socket[] = [];
  for (let count = 0; count < 1_000; count += 1) {
    const socket = connect(join(test.gate.socketDir, 'gw.sock'));
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  const answer = await send(other, { path: '/v1/messages', body: messageRequest() });
  expect(answer.status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => {
      const again = await send(test.gate, { path: '/v1/messages', body: messageRequest() }).catch(
        () => undefined,
      );
      return again?.status;
    })
    .toBe(200);
});

test('a token opens only its own attempt', async () => {
  await using server = await startModelServer({ script: SCRIPT });
  await using test = await openTestGate({ upstream: server.url });
  await using other = await test.gateway.openAttempt({
    attempt: 'other',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 11,
    usageFile: test.usageFile.replace('usage', 'other'),
  });
  const headers = { authorization: `Bearer ${other.token}` };
  const answer = await send(test.gate, { path: '/v1/messages', body: messageRequest(), headers });
  expect(answer.text).toContain('wrong_token');
  expect(other.socketDir).not.toBe(test.gate.socketDir);
});

test('closing an attempt aborts its calls and charges them', async () => {
  let arrived = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await using upstream = await startUpstream((request) => {
    request.resume();
    arrived();
  });
  await using test = await openTestGate({ upstream: upstream.url });
  const sent = send(test.gate, { path: '/v1/messages', body: messageRequest() });
  const failure = sent.catch((error: unknown) => error);
  await asked;
  await test.gate[Symbol.asyncDispose]();
  expect(await failure).toBeInstanceOf(Error);
  expect(test.gate.spent().usd).toBeGreaterThan(0.015);
  expect(test.gateway.spentUsd()).toBe(test.gate.spent().usd);
});

test('a token is worth nothing when its attempt is over, also at the socket of another one', async () => {
  await using upstream = await startUpstream((_request, response) => void response.end());
  await using test = await openTestGate({ upstream: upstream.url });
  const other = await test.gateway.openAttempt({
    attempt: 'two',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 1,
    usageFile: `${test.folder}/two.jsonl`,
  });
  const { token } = test.gate;
  await test.gate[Symbol.asyncDispose]();
  const request = { path: '/v1/messages', body: messageRequest() };
  await expect(send(test.gate, request)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  const headers = { authorization: `Bearer ${token}` };
  const replayed = await send(other, { ...request, headers });
  expect(replayed.text).toContain('wrong_token');
  // The same attempt, opened again, has another token.
  const again = await test.gateway.openAttempt({
    attempt: 'one',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 1,
    usageFile: test.usageFile,
  });
  expect(again.token).not.toBe(token);
  expect((await send(again, { ...request, headers })).text).toContain('wrong_token');
  expect(test.gateway.spentUsd()).toBe(0);
});
