import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  messageRequest,
  openTestGate,
  REAL_KEY,
  send,
  startUpstream,
  writePart,
} from './gateway.testkit.ts';
import { keyRedactor } from './key-redactor.ts';

const KEY = 'sk-ant-api03-Ab/c+d_eFgh1JkLmN0pQr';
const redactor = keyRedactor([KEY]);

const bytes = Buffer.from(KEY);
const hex = bytes.toString('hex');
const each = (show: (byte: number) => string): string => [...bytes].map(show).join('');
const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
const ENCODED: readonly (readonly [string, string])[] = [
  ['plain', KEY],
  ['its beginning', KEY.slice(0, 22)],
  ['JSON escapes', each((byte) => `\\u00${hexOf(byte)}`)],
  ['JSON in JSON', each((byte) => `\\\\u00${hexOf(byte).toUpperCase()}`)],
  ['escaped slashes', KEY.replaceAll('/', '\\/')],
  ['a URL', encodeURIComponent(KEY)],
  ['a URL, every byte', each((byte) => `%${hexOf(byte)}`)],
  ['a URL, twice', encodeURIComponent(encodeURIComponent(KEY))],
  ['HTML', each((byte) => `&#${byte};`)],
  ['HTML in hexadecimal', each((byte) => `&#x${hexOf(byte)};`)],
  ['hexadecimal', hex],
  ['hexadecimal, large', hex.toUpperCase()],
  ['a dump', each((byte) => `${hexOf(byte)} `)],
  ['C escapes', each((byte) => `\\x${hexOf(byte)}`)],
  ['octal escapes', each((byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
  ['base64', Buffer.from(KEY).toString('base64')],
  ['base64 of a header', Buffer.from(`x-api-key: ${KEY}`).toString('base64')],
  ['base64, another place', Buffer.from(`a:${KEY}:b`).toString('base64')],
  ['base64url', Buffer.from(`ab:${KEY}`).toString('base64url')],
];

/** The part of the text that the redactor must not leave: what tells the key, in this encoding. */
function leftOf(text: string): string {
  return redactor.redact(`before ${text} after`);
}

test.each(ENCODED)('a key as %s is removed', (_name, text) => {
  const left = leftOf(text);
  expect(left).toContain('[key removed]');
  expect(left.length).toBeLessThan(60);
});

test('text that is not a key is unchanged', () => {
  const text = JSON.stringify({ text: 'sk-ant-api03- is how keys begin; also sk-ant-api03-Zz9' });
  expect(redactor.redact(text)).toBe(text);
  fc.assert(
    fc.property(fc.string(), (any) => {
      expect(redactor.redact(any)).toBe(any);
    }),
  );
});

test('a key is redacted wherever the stream is split', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ENCODED.map(([, text]) => text)),
      fc.array(fc.nat({ max: 400 }), { maxLength: 8 }),
      fc.constantFrom('', '\n', 'x'.repeat(70_000)),
      (text, cuts, filler) => {
        const whole = Buffer.from(`data: ${filler}${text}\n\ndata: [DONE]\n\n`, 'latin1');
        const stream = redactor.stream();
        const points = [0, ...cuts.map((cut) => Math.max(0, whole.length - cut))].sort(
          (a, b) => a - b,
        );
        const parts = points.map((from, index) =>
          stream.push(whole.subarray(from, points[index + 1] ?? whole.length)),
        );
        const passed = Buffer.concat([...parts, stream.end()]).toString('latin1');
        expect(passed).toContain('[key removed]');
        expect(passed.endsWith('\n\ndata: [DONE]\n\n')).toBe(true);
        expect(passed).not.toContain(text.slice(12, 24));
      },
    ),
  );
});

/** An upstream that echoes the request's headers, as some proxies do in their errors. */
const ECHOES: readonly (readonly [
  string,
  number,
  (key: string) => Buffer,
  Record<string, string>,
])[] = [
  ['a refusal', 400, (key) => Buffer.from(JSON.stringify({ error: { message: key } })), {}],
  ['a wrong key', 401, (key) => Buffer.from(JSON.stringify({ error: { message: key } })), {}],
  ['a compressed refusal', 400, (key) => gzipSync(key), { 'content-encoding': 'gzip' }],
  ['a refusal in two bytes a character', 400, (key) => Buffer.from(key, 'utf16le'), {}],
  ['a header', 400, () => Buffer.from('{}'), { 'request-id': 'KEY' }],
  [
    'a stream',
    200,
    (key) =>
      Buffer.from(`data: {"type":"message_start","message":{"id":"${key}"}}\n\ndata: ${key}\n\n`),
    { 'content-type': 'text/event-stream' },
  ],
];

test.each(ECHOES)(
  'a key that is echoed in %s does not come through',
  async (_name, status, body, more) => {
    await using upstream = await startUpstream(async (request, response) => {
      request.resume();
      const key = String(request.headers['x-api-key']);
      const headers = Object.entries({ 'content-type': 'application/json', ...more }).map(
        ([name, value]) => [name, value.replace('KEY', key)],
      );
      response.writeHead(status, Object.fromEntries(headers));
      const bytes = body(key);
      // Cut in the middle of the key.
      const half = bytes.indexOf(key.slice(0, 10)) + 5;
      await writePart(response, bytes.subarray(0, half));
      response.end(bytes.subarray(half));
    });
    await using test = await openTestGate({ upstream: upstream.url });
    const answer = await send(test.gate, { path: '/v1/messages', body: messageRequest() });
    const seen = JSON.stringify(answer);
    expect(seen).not.toContain(REAL_KEY.slice(0, 9));
    expect(seen).not.toContain(REAL_KEY.split('').join('\\u0000'));
  },
);
