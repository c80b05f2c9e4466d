import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { embedTexts } from './embeddings.ts';

/** Gives each text a vector of its length, in reverse order, as a server may. */
async function serve(
  status: number,
): Promise<{ readonly baseUrl: string; readonly sizes: number[] }> {
  const sizes: number[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { input } = JSON.parse(body) as { input: string[] };
    sizes.push(input.length);
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: [text.length],
    }));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: data.toReversed(), model: 'e' }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, sizes };
}

test('vectors are in the order of the texts, for any number of texts', async () => {
  const { baseUrl, sizes } = await serve(200);
  const texts = Array.from({ length: 230 }, (_, at) => 'x'.repeat(at + 1));
  const vectors = await embedTexts(texts, { model: 'e', baseUrl, apiKey: 'k' });
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
  expect(sizes).toEqual([100, 100, 30]);
});

test('a wrong key is an error of the user', async () => {
  const { baseUrl } = await serve(401);
  const asked = embedTexts(['x'], { model: 'e', baseUrl, apiKey: 'k' });
  await expect(asked).rejects.toMatchObject({ kind: 'usage' });
});
