import { appendFile, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPrices } from '../prices/price-table.ts';
import {
  messageRequest,
  messageStream,
  openTestGate,
  send,
  startUpstream,
} from './gateway.testkit.ts';
import { startGateway } from './gateway.ts';
import { Ledger } from './ledger.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settled = { basis: 'usage', input_tokens: 5, output_tokens: 2 } as const;

test('a reservation that was never settled is charged once when the ledger is opened again', async () => {
  const path = join(folder, 'ledger.jsonl');
  const killed = await Ledger.open(path);
  killed.reserve({ call: '1', attempt: 'a', model: 'm', nano_usd: 700 });
  killed.settle({ call: '1', attempt: 'a', nano_usd: 300, ...settled });
  killed.reserve({ call: '2', attempt: 'a', model: 'm', nano_usd: 500 });
  killed.reserve({ call: '3', attempt: 'b', model: 'm', nano_usd: 40 });
  // A torn line was never acted upon.
  await appendFile(path, '{"type":"reserve","at":"2026-01-01T00:0');
  for (let opened = 0; opened < 2; opened += 1) {
    await using ledger = await Ledger.open(path);
    expect(ledger.totalsOf('a')).toEqual({
      nano: 800,
      requests: 2,
      inputTokens: 5,
      outputTokens: 2,
    });
    expect(ledger.spent()).toBe(840);
  }
  await killed[Symbol.asyncDispose]();
});

test('the spending of a killed gateway is on the disk, and the attempt continues with the rest', async () => {
  let asked = 0;
  await using upstream = await startUpstream((request, response) => {
    request.resume();
    asked += 1;
    // The second call never gets an answer.
    if (asked > 1) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(messageStream({ input: 1_000, output: 1_000 }));
  });
  await using killed = await openTestGate({ upstream: upstream.url });
  const body = messageRequest({ max_tokens: 8_000 });
  await send(killed.gate, { path: '/v1/messages', body });
  const open = send(killed.gate, { path: '/v1/messages', body }).catch(() => undefined);
  await expect.poll(() => asked).toBe(2);
  // After a kill, the file has the content that was already written.
  const ledgerFile = join(folder, 'ledger.jsonl');
  await copyFile(killed.ledgerFile, ledgerFile);

  await using gateway = await startGateway({
    stateDir: folder,
    ledgerFile,
    prices: await loadPrices(),
    upstreams: { anthropic: { baseUrl: upstream.url, apiKey: 'k' } },
    runBudgetUsd: null,
  });
  // $0.018 for the first; the second's worst case of 8,000 tokens is above $0.12.
  expect(gateway.spentUsd()).toBeGreaterThan(0.138);
  await using gate = await gateway.openAttempt({
    attempt: 'one',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 0.15,
    usageFile: join(folder, 'usage.jsonl'),
  });
  expect(gate.spent().usd).toBe(gateway.spentUsd());
  const answer = await send(gate, { path: '/v1/messages', body: messageRequest() });
  expect(answer.text).toContain('budget_exceeded');
  await killed[Symbol.asyncDispose]();
  await open;
});

test('no call is sent if the ledger cannot be written', async () => {
  vi.spyOn(Ledger.prototype, 'reserve').mockImplementation(() => {
    const full = new Error('ENOSPC: no space left on device, write');
    throw Object.assign(full, { code: 'ENOSPC' });
  });
  let asked = 0;
  await using upstream = await startUpstream((_request, response) => {
    asked += 1;
    response.end();
  });
  await using gateway = await startGateway({
    stateDir: folder,
    ledgerFile: join(folder, 'ledger.jsonl'),
    prices: await loadPrices(),
    upstreams: { anthropic: { baseUrl: upstream.url, apiKey: 'k' } },
    runBudgetUsd: null,
  });
  const usageFile = join(folder, 'usage.jsonl');
  const models = ['claude-sonnet-4-5'];
  await using gate = await gateway.openAttempt({ attempt: 'one', models, budgetUsd: 1, usageFile });
  await send(gate, { path: '/v1/messages', body: messageRequest() }).catch(() => undefined);
  expect((await gate.providerFailed).detail).toContain('ENOSPC');
  expect(asked).toBe(0);
});

test.each([
  ['an unknown model', 'no-such-model', /the price of model "no-such-model" is unknown/],
  ['a provider without a key', 'gpt-5.5', /OPENAI_API_KEY is not set/],
])('%s is refused before anything starts', async (_name, model, message) => {
  await using gateway = await startGateway({
    stateDir: folder,
    ledgerFile: join(folder, 'ledger.jsonl'),
    prices: await loadPrices(),
    upstreams: { anthropic: { baseUrl: 'http://127.0.0.1:9', apiKey: 'k' } },
    runBudgetUsd: null,
  });
  const usageFile = join(folder, 'usage.jsonl');
  const opened = gateway.openAttempt({ attempt: 'a', models: [model], budgetUsd: 1, usageFile });
  await expect(opened).rejects.toThrow(message);
  await expect(opened).rejects.toMatchObject({ kind: 'usage' });
});
