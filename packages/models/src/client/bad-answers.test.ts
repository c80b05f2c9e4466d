import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadPrices } from '../prices/price-table.ts';
import { askUntilFits } from './ask-until-fits.ts';
import { modelClient, type ModelClient } from './model-client.ts';

const { signal } = new AbortController();
const request = { system: 's', prompt: 'p', signal };
const GOOD = {
  anthropic: {
    type: 'message',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text: 'hi' }],
    usage: { input_tokens: 10, output_tokens: 5 },
  },
  openai: {
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hi' } }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  },
} as const;
type Provider = keyof typeof GOOD;

/** A client whose provider gives these responses one after the other, and then the last one again. */
async function playing(
  provider: Provider,
  ...responses: readonly (() => Response)[]
): Promise<{ readonly client: ModelClient; readonly calls: () => number }> {
  let calls = 0;
  const client = modelClient({
    provider,
    model: provider === 'anthropic' ? 'claude-opus-5' : 'gpt-5.5',
    apiKey: 'sk-secret',
    prices: await loadPrices(),
    retries: 2,
    exchanges: {
      offline: false,
      fetch: () => {
        const next = responses[Math.min(calls, responses.length - 1)];
        calls += 1;
        return Promise.resolve(next?.() ?? Response.error());
      },
    },
  });
  return { client, calls: () => calls };
}

// The SDKs wait for as long as the provider asks.
const NOW = { 'retry-after-ms': '0' };

function json(body: unknown, status = 200): () => Response {
  const headers = { 'content-type': 'application/json', ...NOW };
  return () => new Response(JSON.stringify(body), { status, headers });
}

function text(body: string, status = 200): () => Response {
  return () => new Response(body, { status, headers: { 'content-type': 'text/html', ...NOW } });
}

/** A body that breaks off after its first bytes. */
function cut(): Response {
  let started = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (started) controller.error(new TypeError('terminated'));
      else controller.enqueue(Buffer.from('{"id":'));
      started = true;
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

const ERROR = {
  anthropic: { type: 'error', error: { type: 'overloaded_error', message: 'x' } },
  openai: { error: { message: 'x', code: 502 } },
} as const;

test.each(
  (['anthropic', 'openai'] as const).flatMap((provider) => [
    [provider, 'a body that broke off', cut] as const,
    [provider, 'an empty body', text('')] as const,
    [provider, 'JSON that broke off', text('{"id":')] as const,
    [provider, 'an error with the status of a success', json(ERROR[provider])] as const,
    [provider, 'a page of a proxy with status 502', text('<html>', 502)] as const,
  ]),
)('%s: %s is asked again', async (provider, _name, bad) => {
  const { client, calls } = await playing(provider, bad, json(GOOD[provider]));
  expect((await client.text(request)).text).toBe('hi');
  expect(calls()).toBe(2);
});

const QUOTA = { error: { code: 'insufficient_quota', message: 'sk-secret' } };
const LONG = { error: { type: 'invalid_request_error', message: 'prompt is too long: 210000' } };

test.each([
  ['anthropic', text('<html>log in</html>'), 'infra-incomplete', /answered with a web page/],
  ['anthropic', json(null), 'infra-incomplete', /answered with no message/],
  ['anthropic', json({ ...GOOD.anthropic, content: null }), 'infra-incomplete', /no message/],
  ['openai', json({ ...GOOD.openai, choices: [] }), 'infra-incomplete', /no message/],
  ['openai', json({ ...GOOD.openai, choices: null }), 'infra-incomplete', /no message/],
  ['openai', json(QUOTA), 'usage', /no credit left/],
  ['openai', json(QUOTA, 429), 'usage', /no credit left/],
  ['anthropic', json({}, 402), 'usage', /no credit left/],
  ['anthropic', json(LONG, 400), 'usage', /longer than "claude-opus-5" accepts/],
  ['openai', json({ error: { code: 'context_length_exceeded' } }, 400), 'usage', /longer than/],
  ['openai', json({}, 413), 'usage', /longer than/],
  ['openai', json({ error: { code: 'bad' } }, 400), 'infra-incomplete', /refused a request/],
] as const)('%s: another call cannot help (%#)', async (provider, bad, kind, message) => {
  const { client, calls } = await playing(provider, bad);
  await expect(client.text(request)).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message) as string,
    hint: expect.not.stringContaining('sk-secret') as string,
  });
  expect(calls()).toBe(1);
});

test('an error that stays is an error of the provider', async () => {
  const { client, calls } = await playing('openai', json(ERROR.openai));
  await expect(client.text(request)).rejects.toThrow(
    /answered with an error in place of a message/,
  );
  expect(calls()).toBe(3);
});

test.each([
  ['anthropic', json({ ...GOOD.anthropic, content: [], stop_reason: 'refusal' })],
  ['openai', json({ ...GOOD.openai, choices: [{ message: { content: null, refusal: 'No.' } }] })],
] as const)('%s: an answer without text is no answer, and is paid', async (provider, empty) => {
  const { client } = await playing(provider, empty);
  await expect(client.text(request)).rejects.toMatchObject({
    name: 'AnswerMisfit',
    usage: { inputTokens: 10, outputTokens: 5 },
  });
});

test('a text in parts is one text', async () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  const { client } = await playing(
    'openai',
    json({ ...GOOD.openai, choices: [{ message: { content } }] }),
  );
  expect((await client.text(request)).text).toBe('ab');
});

test('a question that is too long fails alone, and does not end the command', async () => {
  const { client } = await playing('anthropic', json({}, 413));
  const schema = z.strictObject({ choice: z.int() });
  const asked = await askUntilFits(() => client.structured({ ...request, schema }), signal);
  expect(asked).toMatchObject({ kind: 'failed', provider: false });
});
