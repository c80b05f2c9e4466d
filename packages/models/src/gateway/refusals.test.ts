import { connect } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { messageRequest, openTestGate, send, startUpstream } from './gateway.testkit.ts';

const RESPONSES = '/v1/responses';
const CHAT = '/v1/chat/completions';
const GEMINI = '/v1beta/models/gemini-2.5-pro:generateContent';

function responses(more: object): object {
  return { model: 'gpt-5.5', input: 'hi', ...more };
}
function chat(more: object): object {
  return { model: 'gpt-5.5', messages: [], ...more };
}
function gemini(more: object): object {
  return { contents: [], ...more };
}
function image(url: string): object {
  return { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] };
}

const BLOCKED: readonly (readonly [string, string, unknown])[] = [
  [
    'web search',
    '/v1/messages',
    messageRequest({ tools: [{ type: 'web_search_20250305', name: 'w' }] }),
  ],
  [
    'code execution',
    '/v1/messages',
    messageRequest({ tools: [{ type: 'code_execution_20250825' }] }),
  ],
  ['remote MCP', '/v1/messages', messageRequest({ mcp_servers: [{ url: 'https://x' }] })],
  ['another spelling', '/v1/messages', messageRequest({ mcpServers: [{ url: 'https://x' }] })],
  ['a container', '/v1/messages', messageRequest({ container: 'c' })],
  [
    'an image by URL',
    '/v1/messages',
    messageRequest({
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              content: [{ type: 'image', source: { type: 'url', url: 'https://x' } }],
            },
          ],
        },
      ],
    }),
  ],
  ['a hosted tool', RESPONSES, responses({ tools: [{ type: 'web_search' }] })],
  ['an MCP tool', RESPONSES, responses({ tools: [{ type: 'mcp', server_url: 'https://x' }] })],
  [
    'a hosted shell',
    RESPONSES,
    responses({ tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }),
  ],
  [
    'a nested tool',
    RESPONSES,
    responses({ tools: [{ type: 'namespace', tools: [{ type: 'mcp' }] }] }),
  ],
  ['background work', RESPONSES, responses({ background: true })],
  ['kept state', RESPONSES, responses({ previous_response_id: 'r' })],
  [
    'a file by URL',
    RESPONSES,
    responses({
      input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://x' }] }],
    }),
  ],
  ['search options', CHAT, chat({ web_search_options: { a: 1 } })],
  ['a look-alike key', CHAT, chat({ maxTokens: 5 })],
  ['plugins', CHAT, chat({ plugins: [{ id: 'web' }] })],
  ['an image by URL', CHAT, chat(image('https://x/y.png'))],
  ['an unknown member', CHAT, chat({ deep_research: { depth: 2 } })],
  ['another router', CHAT, chat({ provider: { order: ['x'] } })],
  ['an unknown member of messages', '/v1/messages', messageRequest({ billing_policy: 'x' })],
  ['a conversation at the provider', '/v1/messages', messageRequest({ thread: { id: 't' } })],
  ['an unknown member of responses', RESPONSES, responses({ moderation: { model: 'm' } })],
  ['an unknown member of contents', GEMINI, gemini({ agent: 'deep-research' })],
  [
    'another model by routing',
    GEMINI,
    gemini({ generationConfig: { routingConfig: { autoMode: {} } } }),
  ],
  ['two answers', CHAT, chat({ n: 2 })],
  ['grounding', GEMINI, gemini({ tools: [{ google_search: {} }] })],
  ['URL context', GEMINI, gemini({ tools: [{ functionDeclarations: [] }, { urlContext: {} }] })],
  [
    'a file by URI',
    GEMINI,
    gemini({ contents: [{ parts: [{ fileData: { fileUri: 'gs://x' } }] }] }),
  ],
];

/** Media by address, in every place where some provider may look for it. */
const URL = 'https://x/y.png';
const BY_URL = { type: 'image', source: { type: 'url', url: URL } };
const IMAGE_URL = { type: 'image_url', image_url: { url: URL } };
const NESTED: readonly (readonly [string, unknown])[] = [
  ...[
    [BY_URL],
    BY_URL,
    [{ type: 'tool_result', content: [BY_URL] }],
    [{ type: 'tool_result', content: [{ type: 'tool_result', content: BY_URL }] }],
    [{ type: 'document', source: { type: 'content', content: [BY_URL] } }],
    [{ type: 'document', source: { type: 'content', content: BY_URL } }],
    [{ type: 'search_result', content: [BY_URL] }],
    [{ type: 'document', source: { type: 'file', file_id: 'f' } }],
    [{ type: 'something_new', source: { type: 'url', url: URL } }],
  ].flatMap((content): (readonly [string, unknown])[] => [
    ['/v1/messages', messageRequest({ messages: [{ role: 'user', content }] })],
    ['/v1/messages', messageRequest({ system: content })],
  ]),
  ...[
    [IMAGE_URL],
    IMAGE_URL,
    [{ type: 'image_url', image_url: URL }],
    [{ type: 'text', image_url: URL }],
    [{ type: 'tool_result', content: [IMAGE_URL] }],
    [{ type: 'file', file: { file_data: URL } }],
    [{ type: 'file', file: { file_url: URL } }],
    [{ type: 'video_url', video_url: { url: URL } }],
  ].map((content) => [CHAT, chat({ messages: [{ role: 'tool', content }] })] as const),
  ...[
    [{ role: 'user', content: [{ type: 'input_image', image_url: URL }] }],
    [{ role: 'user', content: { type: 'input_image', image_url: URL } }],
    [{ type: 'function_call_output', output: [{ type: 'input_image', image_url: URL }] }],
    [{ type: 'computer_call_output', output: { type: 'x', image_url: URL } }],
    [{ type: 'reasoning', summary: [{ type: 'input_file', file_url: URL }] }],
  ].map((input) => [RESPONSES, responses({ input })] as const),
  ...[
    { parts: [{ fileData: { fileUri: URL } }] },
    { parts: { file_data: { file_uri: URL } } },
    { parts: [{ functionResponse: { name: 'f', parts: [{ fileData: { fileUri: URL } }] } }] },
  ].flatMap((content): (readonly [string, unknown])[] => [
    [GEMINI, gemini({ contents: [content] })],
    [GEMINI, gemini({ contents: [], system_instruction: content })],
  ]),
];

/** What a client's own tools are given and answer may look like media. */
const HARMLESS: readonly (readonly [string, unknown])[] = [
  [
    '/v1/messages',
    messageRequest({
      messages: [{ role: 'assistant', content: [{ type: 'tool_use', input: BY_URL }] }],
      tools: [{ name: 't', input_schema: { properties: { source: { type: 'url' } } } }],
    }),
  ],
  [CHAT, chat(image('data:image/png;base64,AA=='))],
  [CHAT, chat({ deep_research: null, plugins: [], temperature: 0, reasoning: { effort: 'low' } })],
  [
    GEMINI,
    gemini({ contents: [{ parts: [{ functionCall: { args: { fileData: { fileUri: URL } } } }] }] }),
  ],
];

test('media URLs are refused everywhere in a request', async () => {
  let forwarded = 0;
  await using upstream = await startUpstream((request, response) => {
    request.resume();
    forwarded += 1;
    response.writeHead(400).end();
  });
  await using test = await openTestGate({ upstream: upstream.url });
  for (const [path, body] of NESTED) {
    const answer = await send(test.gate, { path, body });
    expect(answer.text, JSON.stringify(body)).toMatch(/blocked_capability|invalid_request/);
  }
  expect(forwarded).toBe(0);
  for (const [path, body] of HARMLESS) await send(test.gate, { path, body });
  expect(forwarded).toBe(HARMLESS.length);
});

const INVALID: readonly (readonly [string, string, unknown])[] = [
  ['an unknown model', '/v1/messages', messageRequest({ model: 'claude-opus-4-5' })],
  ['no JSON', '/v1/messages', '{"model":'],
  ['a list', '/v1/messages', '[]'],
  ['a key twice', '/v1/messages', '{"model":"claude-sonnet-4-5","model":"x","messages":[]}'],
  ['an escaped key twice', CHAT, '{"model":"x","messages":[],"m\\u006fdel":"gpt-5.5"}'],
  ['depth', CHAT, `{"model":"gpt-5.5","messages":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  ['a negative bound', '/v1/messages', messageRequest({ max_tokens: -5 })],
];

test('provider-side tools, unknown models and other paths are never forwarded', async () => {
  let forwarded = 0;
  await using upstream = await startUpstream((_request, response) => {
    forwarded += 1;
    response.end();
  });
  await using test = await openTestGate({ upstream: upstream.url });
  for (const [what, path, body] of BLOCKED) {
    const answer = await send(test.gate, { path, body });
    expect(answer.status, what).toBe(400);
    expect(answer.headers['x-should-retry'], what).toBe('false');
    expect(answer.text, what).toMatch(/blocked_capability/);
  }
  for (const [what, path, body] of INVALID) {
    const answer = await send(test.gate, { path, body });
    expect(answer.status, what).toBe(400);
  }
  for (const path of [
    '/v1/files',
    '/v1/messages/batches',
    '/v1/messages?key=x',
    '/v1/messages/../files',
    'http://example.org/v1/messages',
    '/v1beta/models/gemini-2.5-pro:streamGenerateContent',
    '/v1beta/models/..%2f:generateContent',
    '/v1/realtime',
  ]) {
    expect((await send(test.gate, { path, body: messageRequest() })).status, path).toBe(404);
  }
  expect((await send(test.gate, { path: '/v1/messages', method: 'GET' })).status).toBe(404);
  expect(forwarded).toBe(0);
  expect(test.gate.spent().requests).toBe(0);
  await test.gate[Symbol.asyncDispose]();
  const log = await readFile(test.usageFile, 'utf8');
  expect(log.match(/blocked_capability/g)?.length).toBe(BLOCKED.length);
});

test('answers requests for health, models and the token itself', async () => {
  await using upstream = await startUpstream((_request, response) => void response.end());
  await using test = await openTestGate({ upstream: upstream.url });
  expect((await send(test.gate, { path: '/', method: 'HEAD' })).status).toBe(200);
  const models = await send(test.gate, { path: '/v1/models', method: 'GET' });
  expect(models.text).toContain('"claude-sonnet-4-5"');
  for (const headers of [
    { authorization: 'Bearer wrong' },
    { authorization: '', 'x-api-key': 'wrong' },
    { authorization: '' },
  ]) {
    const answer = await send(test.gate, { path: '/v1/messages', body: messageRequest(), headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('wrong_token');
  }
  for (const name of ['x-api-key', 'x-goog-api-key']) {
    const headers = { authorization: '', [name]: test.gate.token };
    const answer = await send(test.gate, { path: '/v1/models', method: 'GET', headers });
    expect(answer.status).toBe(200);
  }
});

test('CONNECT and upgrades end', async () => {
  await using upstream = await startUpstream((_request, response) => void response.end());
  await using test = await openTestGate({ upstream: upstream.url });
  for (const head of [
    'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    'GET /v1/models HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ]) {
    const socket = connect(join(test.gate.socketDir, 'gw.sock'));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.write(head);
    await once(socket, 'close');
    expect(received).not.toMatch(/ (?:200|101) /);
  }
});
