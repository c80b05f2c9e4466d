import { readJournal } from '@refbench/base';
import { expect, test, vi } from 'vitest';
import { startModelServer } from '../scripted-provider/model-server.ts';
import type { ScriptFault, ScriptRule } from '../scripted-provider/script.ts';
import {
  messageRequest,
  openTestGate,
  REAL_KEY,
  send,
  startUpstream,
  type TestGate,
} from './gateway.testkit.ts';
import { usageRecordSchema, type UsageRecord } from './usage-record.ts';

const PATH = '/v1/messages';
/** What a client sees of an answer that was cut. */
const BROKEN = /aborted|hang up|ECONNRESET/;

async function records(test: TestGate): Promise<readonly UsageRecord[]> {
  await test.gate[Symbol.asyncDispose]();
  const { events, invalidLines } = await readJournal(test.usageFile, usageRecordSchema);
  expect(invalidLines).toBe(0);
  return events;
}

const PASSING: readonly (readonly [string, ScriptFault])[] = [
  ['429', { status: 429, retry_after: 0 }],
  ['529', { status: 529 }],
  ['500', { status: 500 }],
  ['reset', 'reset'],
  ['empty', 'empty'],
  ['garbage', 'garbage'],
];

test.each(PASSING)('a provider that gives %s once is asked again', async (name, fault) => {
  const rules: ScriptRule[] = [{ fault, times: 1 }, { say: 'well' }];
  await using server = await startModelServer({ script: { rules } });
  await using test = await openTestGate({ upstream: server.url });
  const answer = await send(test.gate, { path: PATH, body: messageRequest() });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('well');
  expect(server.requests()).toHaveLength(2);
  expect(server.requests()[0]?.headers['x-api-key']).toBe(REAL_KEY);
  const [record] = await records(test);
  expect(record).toMatchObject({ tries: 2, status: 200 });
  expect(record?.failures).toHaveLength(1);
  // What came with a success status may be on the bill.
  const mayBeBilled = name === 'garbage' || name === 'empty';
  expect(record?.basis).toBe(mayBeBilled ? 'reservation' : 'usage');
});

test.each(PASSING)('a provider that gives nothing but %s has failed', async (_name, fault) => {
  await using server = await startModelServer({ script: { rules: [{ fault }] } });
  await using test = await openTestGate({ upstream: server.url });
  const answer = await send(test.gate, { path: PATH, body: messageRequest() });
  expect(answer.status).toBe(403);
  expect(answer.headers['x-should-retry']).toBe('false');
  expect((await test.gate.providerFailed).detail).toContain('3 tries');
  // As many again to ask the provider itself.
  expect(server.requests()).toHaveLength(6);
});

test.each([401, 403, 404, 402])(
  'a provider that answers %i, also when asked, has failed at once',
  async (status) => {
    await using server = await startModelServer({ script: { rules: [{ fault: { status } }] } });
    await using test = await openTestGate({ upstream: server.url });
    await send(test.gate, { path: PATH, body: messageRequest() });
    expect((await test.gate.providerFailed).detail).toContain(`HTTP ${status}`);
    expect(server.requests()).toHaveLength(2);
    expect(test.gate.spent().usd).toBe(0);
  },
);

test("a client's own mistake passes through unchanged and costs nothing", async () => {
  await using server = await startModelServer({
    script: { rules: [{ fault: { status: 400 } }] },
  });
  await using test = await openTestGate({ upstream: server.url });
  const answer = await send(test.gate, { path: PATH, body: messageRequest() });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('scripted status 400');
  expect(test.gate.spent().usd).toBe(0);
});

test('a provider that cannot be reached has failed', async () => {
  await using test = await openTestGate({ upstream: 'http://127.0.0.1:9' });
  await send(test.gate, { path: PATH, body: messageRequest() });
  expect((await test.gate.providerFailed).detail).toContain('ECONNREFUSED');
});

test('a stream cut in the middle is charged its worst case, and three such streams are a failure', async () => {
  await using server = await startModelServer({
    script: { rules: [{ say: 'a few words before the end', fault: 'cut' }] },
  });
  await using test = await openTestGate({ upstream: server.url });
  for (let calls = 0; calls < 3; calls += 1) {
    await expect(send(test.gate, { path: PATH, body: messageRequest() })).rejects.toThrow(BROKEN);
  }
  expect((await test.gate.providerFailed).detail).toContain('broke off');
  const [record] = await records(test);
  // More than 1,111 and 44 tokens: the reservation.
  expect(record?.basis).toBe('reservation');
  expect(record?.usd).toBeGreaterThan(0.015);
});

const START = [
  { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } },
];
const ERROR = { type: 'error', error: { type: 'overloaded_error', message: 'x' } };

/** A gate whose provider streams these events, and then ends cleanly. */
async function streaming(
  events: readonly object[],
): Promise<AsyncDisposable & { readonly test: TestGate; readonly text: string }> {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const upstream = await startUpstream((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' });
      response.end(text);
    });
  });
  const test = await openTestGate({ upstream: upstream.url });
  return {
    test,
    text,
    [Symbol.asyncDispose]: async () => {
      await test[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test.each([
  ['with an error', [...START, ERROR], 'an error in its stream'],
  ['without their end', START, 'a stream without its end'],
])(
  'three streams %s are a failure of the provider, and pass unchanged',
  async (_name, events, detail) => {
    await using provider = await streaming(events);
    const { test } = provider;
    for (let call = 0; call < 3; call += 1) {
      const answer = await send(test.gate, { path: PATH, body: messageRequest() });
      expect(answer.text).toBe(provider.text);
    }
    expect((await test.gate.providerFailed).detail).toContain(detail);
    const found = await records(test);
    expect(found.map(({ basis, failures }) => [basis, failures])).toEqual(
      found.map(() => ['reservation', [detail]]),
    );
  },
);

test('a stream is one in any spelling of its type', async () => {
  const end = [
    { type: 'message_delta', delta: {}, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  await using provider = await streaming([...START, ...end]);
  await send(provider.test.gate, { path: PATH, body: messageRequest() });
  expect((await records(provider.test))[0]).toMatchObject({
    basis: 'usage',
    failures: [],
    tries: 1,
  });
});

test('the worst case of a call is charged once, however often its answer is unreadable', async () => {
  await using server = await startModelServer({ script: { rules: [{ fault: 'garbage' }] } });
  await using test = await openTestGate({ upstream: server.url });
  await send(test.gate, { path: PATH, body: messageRequest() });
  const [record] = await records(test);
  expect(record).toMatchObject({ tries: 3, basis: 'reservation' });
  await using other = await openTestGate({ upstream: server.url, limits: { tries: 1 } });
  await send(other.gate, { path: PATH, body: messageRequest() });
  expect((await records(other))[0]?.usd).toBe(record?.usd);
});

test('a client that leaves in the middle is charged the worst case', async () => {
  await using server = await startModelServer({
    script: { rules: [{ say: 'words', fault: 'endless' }] },
  });
  await using test = await openTestGate({ upstream: server.url });
  const leaving = new AbortController();
  const sent = send(test.gate, { path: PATH, body: messageRequest(), signal: leaving.signal });
  await vi.waitUntil(() => server.requests().length > 0, { timeout: 60_000 });
  leaving.abort();
  await expect(sent).rejects.toThrow(BROKEN);
  const [record] = await records(test);
  expect(record?.basis).toBe('reservation');
  expect(test.gate.spent().usd).toBeGreaterThan(0.015);
});

test('an answer that never ends is cut and charged', async () => {
  await using server = await startModelServer({
    script: { rules: [{ say: 'words', fault: 'endless' }] },
  });
  await using test = await openTestGate({ upstream: server.url, limits: { answerBytes: 2_000 } });
  await expect(send(test.gate, { path: PATH, body: messageRequest() })).rejects.toThrow(BROKEN);
  expect((await records(test))[0]?.basis).toBe('reservation');
});

test.each([
  ['missing', { fault: 'no-usage' } as const],
  ['negative', { usage: { output: -5 } }],
  ['not a number', { usage: { output: 'NaN' } }],
  ['huge', { usage: { output: 1e308 } }],
  ['fractional', { usage: { input: 0.5 } }],
  ['left out', { usage: { output: null } }],
])('usage that is %s counts as the worst case', async (_name, rule) => {
  await using server = await startModelServer({ script: { rules: [{ say: 'hi', ...rule }] } });
  await using test = await openTestGate({ upstream: server.url });
  for (const [path, body] of [
    [PATH, messageRequest()],
    [PATH, messageRequest({ stream: false })],
    ['/v1/chat/completions', { model: 'gpt-5.5', max_tokens: 1_000, stream: true, messages: [] }],
    ['/v1/responses', { model: 'gpt-5.5', max_output_tokens: 1_000, stream: true, input: 'hi' }],
    [
      '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
      { contents: [], generationConfig: { maxOutputTokens: 1_000 } },
    ],
  ] as const) {
    expect((await send(test.gate, { path, body })).status).toBe(200);
  }
  expect(Number.isFinite(test.gateway.spentUsd())).toBe(true);
  const found = await records(test);
  expect(found.map(({ basis }) => basis)).toEqual(found.map(() => 'reservation'));
});

test('each protocol is metered in its own terms', async () => {
  const usage = { input: 2_000, cache_read: 500, output: 100 };
  await using server = await startModelServer({
    script: { usage, rules: [{ say: 'hi "usage":' }] },
  });
  await using test = await openTestGate({ upstream: server.url });
  for (const stream of [true, false]) {
    const gemini = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    for (const [path, body] of [
      [PATH, messageRequest({ stream })],
      ['/v1/chat/completions', { model: 'gpt-5.5', stream, messages: [] }],
      ['/v1/responses', { model: 'gpt-5.5', stream, input: 'hi' }],
      [`/v1beta/models/gemini-2.5-pro:${gemini}`, { contents: [] }],
    ] as const) {
      expect((await send(test.gate, { path, body })).status).toBe(200);
    }
  }
  const found = await records(test);
  expect(found).toHaveLength(8);
  for (const { tokens, basis } of found) {
    expect(basis).toBe('usage');
    expect(tokens).toMatchObject({ input: 1_500, cache_read: 500, output: 100 });
  }
  const chat = server.requests().find(({ path }) => path === '/v1/chat/completions');
  expect(chat?.body).toContain('"stream_options":{"include_usage":true}');
});
