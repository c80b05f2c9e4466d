import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPrices, startGateway } from '@refbench/models';
import { startModelServer, type ServerScript } from '@refbench/models/scripted-provider';
import type { ModelService } from '../submission/model-service.ts';
import { openJudgeGate } from './judge-gate.ts';
import { fakeJudge } from './modes.testkit.ts';

const MODEL = 'claude-sonnet-4-5';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rb-judge-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

interface Asked {
  readonly statuses: readonly number[];
  readonly usd: number;
  readonly inLedger: number;
  readonly ending: string | undefined;
}

/** Asks so many times through a gate of this budget. */
async function askThroughGate(
  script: ServerScript,
  budgetUsd: number,
  times: number,
): Promise<Asked> {
  await using provider = await startModelServer({ script });
  const prices = await loadPrices();
  await using gateway = await startGateway({
    stateDir: root,
    ledgerFile: join(root, 'ledger.jsonl'),
    prices,
    upstreams: { anthropic: { baseUrl: provider.url, apiKey: 'sk-real' } },
    runBudgetUsd: null,
  });
  const modelService: ModelService = {
    gateway,
    nodeFolder: '',
    runBudgetUsd: null,
    prices: prices.digest,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const judge = { ...fakeJudge(), asks: MODEL };
  await using gate = await openJudgeGate({
    modelService,
    judge,
    attempt: 'run/instance/agent/1/judge',
    budgetUsd,
    folder: root,
  });
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(`${gate.upstream.baseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': gate.upstream.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: MODEL,
        max_tokens: 1000,
        messages: [{ role: 'user', content: 'choose '.repeat(2_000) }],
      }),
    });
    await response.text();
    statuses.push(response.status);
  }
  const { usd } = gate.usage();
  return { statuses, usd, inLedger: gateway.spentUsd(), ending: (await gate.ending())?.kind };
}

const ANSWER = { rules: [{ say: 'plan 3', usage: { input: 10_000, output: 1000 } }] };

test('calls of the judge are metered and written to the ledger of the run', async () => {
  const asked = await askThroughGate(ANSWER, 1, 2);
  expect(asked).toEqual({ statuses: [200, 200], usd: 0.09, inLedger: 0.09, ending: undefined });
  expect(await readFile(join(root, 'usage.jsonl'), 'utf8')).not.toContain('sk-real');
});

test('a judge without a remaining budget is refused, and the attempt ends with a spent budget', async () => {
  const asked = await askThroughGate(ANSWER, 0.09, 2);
  expect(asked.statuses).toEqual([200, 403]);
  expect(asked.ending).toBe('budget-exceeded');
});
