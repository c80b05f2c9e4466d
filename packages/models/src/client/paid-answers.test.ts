import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPrices } from '../prices/price-table.ts';
import { startModelServer, type ModelServer } from '../scripted-provider/model-server.ts';
import type { ScriptRule } from '../scripted-provider/script.ts';
import { modelClient, type ModelClient } from './model-client.ts';
import { SpendingLimit } from './spending-limit.ts';

const { signal } = new AbortController();
const PROVIDERS = ['anthropic', 'openai'] as const;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spending-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

function play(...rules: readonly ScriptRule[]): Promise<ModelServer> {
  return startModelServer({ script: { usage: { input: 1_000, output: 100 }, rules } });
}

async function clientOf(
  server: ModelServer,
  provider: (typeof PROVIDERS)[number] = 'anthropic',
): Promise<ModelClient> {
  const isAnthropic = provider === 'anthropic';
  return modelClient({
    provider,
    model: isAnthropic ? 'claude-sonnet-4-6' : 'gpt-5.5',
    baseUrl: isAnthropic ? server.url : `${server.url}/v1`,
    apiKey: 'k',
    prices: await loadPrices(),
    retries: 0,
  });
}

function open(budgetUsd: number): Promise<SpendingLimit> {
  return SpendingLimit.open(join(folder, 'ledger.jsonl'), budgetUsd);
}

const question = { system: 's', prompt: 'p', maxOutputTokens: 1_500, signal };

test.each(PROVIDERS)('%s: words, their cost, and the settings as asked for', async (provider) => {
  await using server = await play({ say: 'Here it is.' });
  const client = await clientOf(server, provider);
  const plain = await client.text(question);
  expect(plain).toMatchObject({ text: 'Here it is.', stop: 'end' });
  expect(plain.usage).toEqual({ inputTokens: 1_000, outputTokens: 100, cachedTokens: 0 });
  await client.text({ ...question, temperature: 0.3 });
  const [first, second] = server.requests().map(({ body }) => JSON.parse(body) as object);
  expect(first).not.toHaveProperty('temperature');
  expect(second).toHaveProperty('temperature', 0.3);
  const bound = provider === 'anthropic' ? 'max_tokens' : 'max_completion_tokens';
  expect(first).toHaveProperty(bound, 1_500);
});

test('parallel questions never go above the budget, and a new process knows what was spent', async () => {
  await using server = await play({ say: 'x', usage: { input: 1_000, output: 1_000 } });
  const client = await clientOf(server);
  // $0.018 an answer; the worst case of one is about $0.03.
  {
    await using spending = await open(0.1);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => spending.ask(client, `q${at}`, question)),
    );
    const kinds = answers.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'answered').length).toBeGreaterThan(1);
    expect(kinds).toContain('exhausted');
    expect(spending.spentUsd).toBeLessThanOrEqual(0.1);
  }
  await using again = await open(0.1);
  expect(again.spentUsd).toBeGreaterThan(0.03);
  expect((await again.ask(client, 'late', question)).kind).toBe('exhausted');
});

test('a refusal costs nothing, a lost connection and a kill cost the worst case', async () => {
  await using server = await play({ fault: { status: 400 }, times: 1 }, { fault: 'reset' });
  const client = await clientOf(server);
  await using spending = await open(1);
  await expect(spending.ask(client, 'a', question)).rejects.toMatchObject({ status: 400 });
  expect(spending.spentUsd).toBe(0);
  await expect(spending.ask(client, 'b', question)).rejects.toMatchObject({ status: undefined });
  const lost = spending.spentUsd;
  expect(lost).toBeGreaterThan(0.02);
  await spending[Symbol.asyncDispose]();
  // As after a kill: the last settlement was never written.
  const file = join(folder, 'ledger.jsonl');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
  await using again = await open(1);
  expect(again.spentUsd).toBe(lost);
});
