import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { nanoFromUsd, usdFromNano } from '../money.ts';
import { startModelServer } from '../scripted-provider/model-server.ts';
import { loadPrices } from '../prices/price-table.ts';
import { Budget } from './budget.ts';
import {
  messageRequest,
  messageStream,
  openTestGate,
  send,
  startUpstream,
} from './gateway.testkit.ts';
import { BudgetWaiter } from './budget-waiter.ts';
import { reserveWorstCase } from './reservation.ts';
import { worstCase } from './worst-case.ts';

test('parallel reservations never promise more than there is, whatever comes back', async () => {
  const price = (await loadPrices()).priceOf('claude-sonnet-4-5');
  if (price === undefined) throw new Error('no price');
  const callArb = fc.record({
    bytes: fc.integer({ min: 1, max: 500_000 }),
    output: fc.integer({ min: 1, max: 64_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    ticks: fc.integer({ min: 0, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(callArb, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 1, max: 3_000 }),
      async (calls, attemptCents, runCents) => {
        const attempt = new Budget(nanoFromUsd(attemptCents / 100), 0);
        const run = new Budget(nanoFromUsd(runCents / 100), 0);
        const waiter = new BudgetWaiter();
        const ends = await Promise.all(
          calls.map(async ({ bytes, output, share, ticks }) => {
            const facts = {
              model: 'm',
              stream: true,
              maxOutputTokens: output,
              minOutputTokens: 1,
              images: 0,
              documents: false,
              longCache: false,
            };
            const worst = worstCase(price, facts, bytes);
            const got = await reserveWorstCase(
              worst,
              { attempt, run },
              waiter,
              new AbortController().signal,
            );
            expect(attempt.free).toBeGreaterThanOrEqual(0);
            expect(run.free).toBeGreaterThanOrEqual(0);
            if (got.kind !== 'reserved') return got.kind;
            for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
            const charged = Math.floor(got.nano * share);
            attempt.settle(got.nano, charged);
            run.settle(got.nano, charged);
            waiter.notify();
            return got.kind;
          }),
        );
        expect(ends).not.toContain('aborted');
        expect(attempt.spent).toBeLessThanOrEqual(attempt.limit ?? 0);
        expect(run.spent).toBeLessThanOrEqual(run.limit ?? 0);
        expect(attempt.hasReservations || run.hasReservations).toBe(false);
      },
    ),
    { numRuns: 50 },
  );
});

const EDGES = [
  { path: '/v1/messages', body: messageRequest(), status: 403 },
  {
    path: '/v1/responses',
    body: { model: 'gpt-5.5', input: 'hi', max_output_tokens: 1_000, stream: true },
    status: 400,
  },
  {
    path: '/v1/chat/completions',
    body: { model: 'gpt-5.5', messages: [], max_tokens: 1_000 },
    status: 400,
  },
  {
    path: '/v1beta/models/gemini-2.5-pro:generateContent',
    body: { contents: [], generationConfig: { maxOutputTokens: 1_000 } },
    status: 400,
  },
] as const;

test.each(EDGES)(
  '20 parallel calls to $path at the edge stay within the budget; the rest end at once',
  async ({ path, body, status }) => {
    const usage = { input: 2_000, output: 1_000 };
    await using server = await startModelServer({ script: { usage, rules: [{ say: 'well' }] } });
    // Some ten calls of what they cost; each may cost a little more.
    const budgetUsd = path.includes('gemini') ? 0.124 : path === '/v1/messages' ? 0.2 : 0.4;
    await using test = await openTestGate({ upstream: server.url, budgetUsd });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(test.gate, { path, body })),
    );
    const served = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status === status);
    expect(served).toHaveLength(9);
    expect(refused).toHaveLength(11);
    for (const { text, headers } of refused) {
      expect(headers['x-should-retry']).toBe('false');
      expect(text).toContain('budget_exceeded');
    }
    const { usd } = test.gate.spent();
    expect(usd).toBeLessThanOrEqual(budgetUsd);
    expect(await test.gate.exhausted).toEqual({ scope: 'attempt', budgetUsd, spentUsd: usd });
  },
);

test('the run has a separate budget, and its total is the sum of the ledger', async () => {
  await using upstream = await startUpstream((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(messageStream({ input: 2_000, output: 1_000 }));
  });
  await using test = await openTestGate({ upstream: upstream.url, runBudgetUsd: 0.1 });
  const second = await test.gateway.openAttempt({
    attempt: 'two',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 11,
    usageFile: test.usageFile.replace('usage', 'usage-two'),
  });
  await Promise.all(
    [test.gate, second].flatMap((gate) =>
      Array.from({ length: 5 }, () => send(gate, { path: '/v1/messages', body: messageRequest() })),
    ),
  );
  expect((await test.gate.exhausted).scope).toBe('run');
  expect(test.gateway.spentUsd()).toBeLessThanOrEqual(0.1);
  const sum = test.gate.spent().usd + second.spent().usd;
  expect(test.gateway.spentUsd()).toBeCloseTo(sum, 12);
  const lines = (await readFile(test.ledgerFile, 'utf8')).trimEnd().split('\n');
  const settled = lines
    .map((line) => JSON.parse(line) as { type: string; nano_usd: number })
    .filter(({ type }) => type === 'settle')
    .reduce((total, { nano_usd }) => total + nano_usd, 0);
  expect(usdFromNano(settled)).toBe(test.gateway.spentUsd());
});

test('a call that exceeds the remaining budget gets a shorter answer', async () => {
  const asked: number[] = [];
  await using upstream = await startUpstream(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push((JSON.parse(body) as { max_tokens: number }).max_tokens);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(messageStream({ input: 100, output: 100 }));
  });
  await using test = await openTestGate({ upstream: upstream.url, budgetUsd: 0.1 });
  const body = messageRequest({ max_tokens: 32_000 });
  expect((await send(test.gate, { path: '/v1/messages', body })).status).toBe(200);
  expect(asked[0]).toBeGreaterThan(5_000);
  expect(asked[0]).toBeLessThan(6_600);
});
