import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { loadPrices } from '../prices/price-table.ts';
import { startModelServer, type ModelServer } from '../scripted-provider/model-server.ts';
import type { ScriptRule } from '../scripted-provider/script.ts';
import { modelClient } from './model-client.ts';
import { SpendingLimit, type LimitedClient } from './spending-limit.ts';

const MODEL = 'claude-haiku-4-5';
const MAX_OUTPUT_TOKENS = 1_000;
const { signal } = new AbortController();
const schema = z.strictObject({ score: z.int().min(0).max(3) });
const question = { system: 'Judge.', prompt: 'How bad?', schema, signal };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spending-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A call costs $0.0015; its worst case is about $0.018. */
function play(...rules: readonly ScriptRule[]): Promise<ModelServer> {
  return startModelServer({ script: { usage: { input: 1_000, output: 100 }, rules } });
}

async function clientOf(server: ModelServer, limit: SpendingLimit): Promise<LimitedClient> {
  const prices = await loadPrices();
  const client = modelClient({
    provider: 'anthropic',
    model: MODEL,
    baseUrl: server.url,
    apiKey: 'k',
    prices,
    retries: 0,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  });
  return limit.limit(client, 'judge');
}

test('many calls at once never spend more than the budget', async () => {
  await using server = await play({ answer: { score: 1 } });
  await using limit = await SpendingLimit.open(join(folder, 'ledger.jsonl'), 0.03);
  const client = await clientOf(server, limit);
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, () => client.structured(question)),
  );
  const done = results.filter(({ status }) => status === 'fulfilled').length;
  expect(done).toBeGreaterThan(3);
  expect(done).toBeLessThan(40);
  expect(limit.spentUsd).toBeCloseTo(done * 0.0015, 9);
  expect(limit.spentUsd).toBeLessThanOrEqual(0.03);
  const refusals = results.filter(({ status }) => status === 'rejected');
  for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { kind: 'usage' } });
});

test('spending before a restart counts, including unusable answers', async () => {
  const ledger = join(folder, 'ledger.jsonl');
  await using server = await play({ answer: { score: 9 }, times: 1 }, { say: '2' });
  {
    await using limit = await SpendingLimit.open(ledger, 1);
    const client = await clientOf(server, limit);
    await expect(client.structured(question)).rejects.toMatchObject({ name: 'AnswerMisfit' });
  }
  await using limit = await SpendingLimit.open(ledger, 1);
  expect(limit.spentUsd).toBeCloseTo(0.0015, 9);
  const client = await clientOf(server, limit);
  expect((await client.text(question)).text).toBe('2');
  expect(limit.spentUsd).toBeCloseTo(0.003, 9);
});

test('a refusal by the provider costs nothing, and the reservation is released', async () => {
  await using server = await play({ fault: { status: 500 } });
  await using limit = await SpendingLimit.open(join(folder, 'ledger.jsonl'), 0.02);
  const client = await clientOf(server, limit);
  for (let time = 0; time < 3; time += 1) {
    await expect(client.structured(question)).rejects.toMatchObject({ kind: 'infra-incomplete' });
  }
  expect(limit.spentUsd).toBe(0);
});
