import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadPrices } from '../prices/price-table.ts';
import { startModelServer, type ModelServer } from '../scripted-provider/model-server.ts';
import type { ScriptRule } from '../scripted-provider/script.ts';
import type { Exchanges } from './exchanges.ts';
import { recordExchanges, replayExchanges } from './exchanges.ts';
import { modelClient, type ModelClient } from './model-client.ts';

const { signal } = new AbortController();
const schema = z.strictObject({ choice: z.int().min(0).max(4), why: z.string() });
const question = { system: 'Choose.', prompt: 'Which?', schema, signal };
const PROVIDERS = ['anthropic', 'openai'] as const;

async function clientOf(
  provider: (typeof PROVIDERS)[number],
  server: Pick<ModelServer, 'url'>,
  exchanges?: Exchanges,
): Promise<ModelClient> {
  return modelClient({
    provider,
    model: provider === 'anthropic' ? 'claude-opus-5' : 'gpt-5.5',
    baseUrl: provider === 'anthropic' ? server.url : `${server.url}/v1`,
    apiKey: 'sk-secret',
    prices: await loadPrices(),
    retries: 2,
    ...(exchanges === undefined ? {} : { exchanges }),
  });
}

function play(...rules: readonly ScriptRule[]): Promise<ModelServer> {
  return startModelServer({ script: { usage: { input: 1_000, output: 100 }, rules } });
}

test.each(PROVIDERS)('%s: an answer in a form, with what it cost', async (provider) => {
  await using server = await play({ answer: { choice: 3, why: 'shortest' } });
  const client = await clientOf(provider, server);
  const answer = await client.structured(question);
  expect(answer.value).toEqual({ choice: 3, why: 'shortest' });
  expect(answer.usage).toEqual({ inputTokens: 1_000, cachedTokens: 0, outputTokens: 100 });
  expect(answer.usd).toBe(provider === 'anthropic' ? 0.0075 : 0.008);
});

test.each(PROVIDERS)('%s: prose and misfits are no answers', async (provider) => {
  await using server = await play(
    { say: 'Plan 3 is best.', times: 1 },
    { answer: { choice: 9, why: '' } },
  );
  const client = await clientOf(provider, server);
  await expect(client.structured(question)).rejects.toThrow(/no answer in the requested form/);
  await expect(client.structured(question)).rejects.toThrow(/choice/);
});

test.each(PROVIDERS)('%s: what may pass is tried again, as asked for', async (provider) => {
  await using server = await play(
    { fault: { status: 429, retry_after: 0 }, times: 1 },
    { fault: { status: 529, retry_after: 0 }, times: 1 },
    { answer: { choice: 1, why: '' } },
  );
  const client = await clientOf(provider, server);
  expect((await client.structured(question)).value.choice).toBe(1);
  expect(server.requests()).toHaveLength(3);
});

test.each(PROVIDERS)('%s: what will not pass is an error of the user', async (provider) => {
  await using server = await play({ fault: { status: 401 } });
  const client = await clientOf(provider, server);
  await expect(client.structured(question)).rejects.toMatchObject({ kind: 'usage' });
  expect(server.requests()).toHaveLength(1);
});

test('an answer without usage is refused, because its cost is unknown', async () => {
  await using server = await play({ answer: { choice: 1, why: '' }, fault: 'no-usage' });
  const client = await clientOf('openai', server);
  await expect(client.structured(question)).rejects.toMatchObject({ kind: 'infra-incomplete' });
});

test.each(PROVIDERS)('%s: a loop calls tools until the model has done', async (provider) => {
  await using server = await play(
    { when: { results: 0 }, tool: { name: 'add', input: { a: 'x' } } },
    { when: { results: 1 }, tool: { name: 'add', input: { a: 2, b: 3 } } },
    { when: { results: 2 }, say: 'five' },
  );
  const client = await clientOf(provider, server);
  const seen: unknown[] = [];
  const add = {
    name: 'add',
    description: 'Adds.',
    schema: z.strictObject({ a: z.number(), b: z.number() }),
    run: async (input: unknown) => {
      seen.push(input);
      return { text: '5' };
    },
  };
  const request = { system: 's', prompt: 'p', tools: [add], maxTurns: 5, signal };
  const result = await client.withTools(request);
  expect(result).toMatchObject({ end: 'answered', text: 'five', turns: 3 });
  expect(result.usage.inputTokens).toBe(3_000);
  expect(seen).toEqual([{ a: 2, b: 3 }]);
  // The wrong call was told to the model.
  expect(server.requests()[1]?.body).toContain('does not fit');
  // A long conversation is sent again with every turn, so the provider is asked to cache it.
  const marks = server.requests().map(({ body }) => body.split('"cache_control"').length - 1);
  expect(marks).toEqual(provider === 'anthropic' ? [1, 1, 1] : [0, 0, 0]);
  expect((await client.withTools({ ...request, maxTurns: 1 })).end).toBe('turns');
  expect((await client.withTools({ ...request, budgetUsd: 0.001 })).end).toBe('budget');
});

test.each(PROVIDERS)('%s: a recording plays back without a provider', async (provider) => {
  const folder = await mkdtemp(join(tmpdir(), 'exchanges-test-'));
  try {
    const server = await play({ answer: { choice: 2, why: 'x' } });
    const recorder = await clientOf(provider, server, recordExchanges(folder));
    const recorded = await recorder.structured(question);
    await server[Symbol.asyncDispose]();
    const player = await clientOf(provider, { url: 'http://127.0.0.1:9' }, replayExchanges(folder));
    expect(await player.structured(question)).toEqual(recorded);
    await expect(player.structured({ ...question, prompt: 'Other?' })).rejects.toMatchObject({
      kind: 'invalid-file',
    });
    const [file = ''] = await readdir(folder);
    expect(await readFile(join(folder, file), 'utf8')).not.toContain('sk-secret');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a model without a price is refused', async () => {
  const prices = await loadPrices();
  const options = { provider: 'openai', model: 'nobody', apiKey: 'k', prices } as const;
  expect(() => modelClient(options)).toThrow(/price of model "nobody" is unknown/);
});
