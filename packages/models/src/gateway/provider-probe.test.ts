import { readJournal } from '@refbench/base';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROBE_TEXT } from '../protocol/protocol.ts';
import { startModelServer } from '../scripted-provider/model-server.ts';
import type { ScriptFault } from '../scripted-provider/script.ts';
import {
  messageRequest,
  openTestGate,
  send,
  startUpstream,
  type TestGate,
  writePart,
} from './gateway.testkit.ts';
import { usageRecordSchema, type UsageRecord } from './usage-record.ts';

/** A call that only the agent would make. */
const ODD = messageRequest({ messages: [{ role: 'user', content: 'something odd' }] });

async function hasFailed(test: TestGate): Promise<boolean> {
  await test.gate.concluded();
  return await Promise.race([
    test.gate.providerFailed.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

async function records(test: TestGate): Promise<readonly UsageRecord[]> {
  await test.gate[Symbol.asyncDispose]();
  return (await readJournal(test.usageFile, usageRecordSchema)).events;
}

const FAULTS: readonly (readonly [string, ScriptFault, number])[] = [
  ['404', { status: 404 }, 400],
  ['401', { status: 401 }, 400],
  ['500', { status: 500 }, 503],
  ['garbage', 'garbage', 503],
  ['nothing', 'empty', 503],
  ['a reset', 'reset', 503],
];

test.each(FAULTS)(
  'a provider that answers %s to an odd call, and others well, has not failed',
  async (_name, fault, status) => {
    await using server = await startModelServer({
      script: { rules: [{ when: { prompt: 'something odd' }, fault }, { say: 'well' }] },
    });
    await using test = await openTestGate({ upstream: server.url });
    const answer = await send(test.gate, { path: '/v1/messages', body: ODD });
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(/call_refused|call_failed/);
    expect(await hasFailed(test)).toBe(false);
    // The attempt goes on.
    const next = await send(test.gate, { path: '/v1/messages', body: messageRequest() });
    expect(next.status).toBe(200);
    expect(server.requests().filter(({ body }) => body.includes(PROBE_TEXT))).toHaveLength(1);
  },
);

test.each([
  ['/v1/messages', { model: 'claude-sonnet-4-5', max_tokens: 100, messages: ['odd'] }],
  ['/v1/chat/completions', { model: 'gpt-5.5', messages: ['odd'] }],
  ['/v1/responses', { model: 'gpt-5.5', input: 'odd' }],
  ['/v1beta/models/gemini-2.5-pro:generateContent', { contents: ['odd'] }],
])('the probe on %s speaks its protocol and is paid by the run', async (path, body) => {
  await using server = await startModelServer({
    script: {
      usage: { input: 10, output: 5 },
      rules: [{ fault: { status: 404 }, times: 1 }, { say: 'OK' }],
    },
  });
  await using test = await openTestGate({ upstream: server.url });
  expect((await send(test.gate, { path, body })).text).toContain('call_refused');
  expect(await hasFailed(test)).toBe(false);
  expect(test.gate.spent().usd).toBe(0);
  expect(test.gateway.spentUsd()).toBeGreaterThan(0);
  expect(test.gateway.spentUsd('probe/one')).toBe(test.gateway.spentUsd());
});

test('if the run cannot pay for a probe, its spent budget is the cause of the failure', async () => {
  const free = { path: '/v1/messages/count_tokens', body: messageRequest() };
  await using upstream = await startUpstream((request, response) => {
    request.resume();
    response.writeHead(404).end();
  });
  await using test = await openTestGate({ upstream: upstream.url, runBudgetUsd: 0.000001 });
  await send(test.gate, free);
  expect((await test.gate.exhausted).scope).toBe('run');
});

test('calls that fail together share one probe', async () => {
  await using server = await startModelServer({
    script: {
      rules: [
        { when: { prompt: 'odd' }, fault: { status: 404 } },
        { say: 'well', chunk_ms: 5 },
      ],
    },
  });
  await using test = await openTestGate({ upstream: server.url });
  await Promise.all(
    Array.from({ length: 10 }, () => send(test.gate, { path: '/v1/messages', body: ODD })),
  );
  const probes = server.requests().filter(({ body }) => body.includes(PROBE_TEXT));
  expect(probes.length).toBeLessThan(4);
});

test('streams that a client does not read until the provider resets them are the fault of the client', async () => {
  let calls = 0;
  const upstreamAnswers = (request: IncomingMessage, response: ServerResponse): void => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const start = {
        type: 'message_start',
        message: { usage: { input_tokens: 1, output_tokens: 1 } },
      };
      const first = `data: ${JSON.stringify(start)}\n\n`;
      if (body.includes(PROBE_TEXT)) {
        response.write(first);
        response.end(`data: ${JSON.stringify({ type: 'message_stop' })}\n\n`);
        return;
      }
      calls += 1;
      void writePart(response, first).then(() => response.socket?.resetAndDestroy());
    });
  };
  await using upstream = await startUpstream(upstreamAnswers);
  await using test = await openTestGate({ upstream: upstream.url });
  for (let call = 0; call < 6; call += 1) {
    await send(test.gate, { path: '/v1/messages', body: messageRequest() }).catch(() => undefined);
  }
  expect(calls).toBe(6);
  expect(await hasFailed(test)).toBe(false);
});

test('usage above what the request allows is charged as the reservation, with a warning', async () => {
  await using server = await startModelServer({
    script: { usage: { input: 900_000_000, output: 40 }, rules: [{ say: 'dear' }] },
  });
  await using test = await openTestGate({ upstream: server.url });
  expect((await send(test.gate, { path: '/v1/messages', body: messageRequest() })).status).toBe(
    200,
  );
  expect(test.gate.spent().usd).toBeLessThan(1);
  expect(test.gate.spent().inputTokens).toBe(0);
  expect(test.gate.warnings()).toEqual([expect.stringContaining('more usage') as string]);
  const [record] = await records(test);
  expect(record).toMatchObject({ basis: 'reservation' });
  expect(record?.failures).toEqual([expect.stringContaining('900000000 input') as string]);
  expect(await readFile(test.ledgerFile, 'utf8')).not.toContain('900000000');
});

test('another attempt at the same work continues with the remaining budget', async () => {
  await using server = await startModelServer({ script: { rules: [{ say: 'hi' }] } });
  await using test = await openTestGate({ upstream: server.url });
  const usageFile = `${test.folder}/second.jsonl`;
  const gate = await test.gateway.openAttempt({
    attempt: 'two',
    models: ['claude-sonnet-4-5'],
    budgetUsd: 11,
    spentBeforeUsd: 11,
    usageFile,
  });
  const answer = await send(gate, { path: '/v1/messages', body: messageRequest() });
  expect(answer.text).toContain('budget_exceeded');
  expect(await gate.exhausted).toMatchObject({ scope: 'attempt', budgetUsd: 11, spentUsd: 11 });
});

test('the ticket is issued once, and only its holder can report that the agent did not start', async () => {
  await using server = await startModelServer({ script: { rules: [{ say: 'hi' }] } });
  await using test = await openTestGate({ upstream: server.url });
  const ask = async (path: string): Promise<string> => (await send(test.gate, { path })).text;
  expect(test.gate.agentStarted()).toBe(false);
  const ticket = await ask('/refbench/ticket');
  expect(ticket).toMatch(/^[\w-]{32}$/);
  expect(test.gate.agentStarted()).toBe(true);
  expect(await ask('/refbench/ticket')).toBe('');
  await ask('/refbench/ticket/something-else');
  expect(test.gate.agentStarted()).toBe(true);
  await ask(`/refbench/ticket/${ticket}`);
  expect(test.gate.agentStarted()).toBe(false);
});
