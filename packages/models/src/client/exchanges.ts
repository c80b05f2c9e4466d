import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { canonicalJson, parseJson, sha256OfBytes, writeJsonFile } from '@refbench/base';
import { z } from 'zod';

/** Intercepts the HTTP exchanges between a client and its provider. */
export interface Exchanges {
  /** Whether retries are useless. */
  readonly offline: boolean;
  readonly fetch: typeof fetch;
}

const exchangeSchema = z.strictObject({
  path: z.string(),
  request: z.unknown().optional(),
  status: z.int(),
  type: z.string(),
  answer: z.string(),
});

/** Calls the provider and records each exchange in a file, without headers and therefore without keys. */
export function recordExchanges(folder: string): Exchanges {
  return {
    offline: false,
    async fetch(input, init) {
      const response = await fetch(input, init);
      const answer = await response.text();
      const asked = keyOf(input, init);
      const type = response.headers.get('content-type') ?? '';
      if (response.ok) {
        await mkdir(folder, { recursive: true });
        const { status } = response;
        const exchange = { path: asked.path, request: asked.request, status, type, answer };
        await writeJsonFile(join(folder, asked.file), exchange);
      }
      return new Response(answer, { status: response.status, headers: response.headers });
    },
  };
}

/** Replays recorded responses. A request without a recording is an error. */
export function replayExchanges(folder: string): Exchanges {
  return {
    offline: true,
    async fetch(input, init) {
      const asked = keyOf(input, init);
      const text = await readFile(join(folder, asked.file), 'utf8').catch(() => '');
      const exchange = parseJson(text, exchangeSchema);
      if (exchange.kind === 'invalid') {
        throw new RefbenchError({
          kind: 'invalid-file',
          message: `${join(folder, asked.file)}: this exchange is not recorded`,
          hint: 'record it again with a provider',
        });
      }
      const { status, type, answer } = exchange.value;
      return new Response(answer, { status, headers: { 'content-type': type } });
    },
  };
}

function keyOf(
  input: Parameters<typeof fetch>[0],
  init: Parameters<typeof fetch>[1],
): { readonly path: string; readonly request: unknown; readonly file: string } {
  const { pathname: path } = new URL(input instanceof Request ? input.url : input);
  const body = typeof init?.body === 'string' ? init.body : 'null';
  const request: unknown = JSON.parse(body);
  // The host is not part of the key, because recordings are valid for any host.
  const digest = sha256OfBytes(canonicalJson({ path, request })).replace('sha256:', '');
  return { path, request, file: `${digest.slice(0, 32)}.json` };
}
