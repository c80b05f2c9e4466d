import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { parseJson } from '@refbench/files';
import type { Meter } from '../protocol/protocol.ts';
import type { Usage } from '../usage.ts';
import type { GatewayLimits } from './limits.ts';
import { codeOf } from './provider-call.ts';
import { SseReader } from './sse-reader.ts';

export interface Passed {
  readonly status: number;
  readonly bytes: number;
  readonly sha256: string;
}

export type Relayed =
  /** Settled by then, and wholly with the client. */
  | ({ readonly kind: 'whole' } & Passed)
  /** The client has a part of it. */
  | ({ readonly kind: 'cut'; readonly detail: string } & Passed)
  /** The client has nothing of it. `billed`: the provider may have worked for it. */
  | { readonly kind: 'unfit'; readonly detail: string; readonly billed: boolean };

export interface RelayOptions {
  readonly response: Dispatcher.ResponseData;
  readonly client: ServerResponse;
  readonly meter: Meter;
  readonly limits: GatewayLimits;
  /** Called when the answer is known, before the client sees its end. */
  readonly settle: (usage: Usage | undefined | 'nothing') => void;
}

const MAX_HELD_BYTES = 65_536;

/** Names of response headers that clients use; others may tell of the account behind the key. */
const PASSED_HEADERS = ['content-type', 'request-id', 'x-request-id', 'x-should-retry'];

/** Passes a provider's answer on, byte by byte as it comes, and meters it on the way. */
export async function relay(options: RelayOptions): Promise<Relayed> {
  const type = String(options.response.headers['content-type'] ?? '');
  return type.startsWith('text/event-stream') ? relayStream(options) : relayWhole(options);
}

async function relayWhole(options: RelayOptions): Promise<Relayed> {
  const { response, client, meter, limits, settle } = options;
  const success = response.statusCode < 300;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunksOf(response)) {
      size += chunk.length;
      if (size > limits.answerBytes) return unfit('an answer without an end', success);
      chunks.push(chunk);
    }
  } catch (error) {
    return unfit(`an answer that broke off (${codeOf(error)})`, success);
  }
  const bytes = Buffer.concat(chunks);
  if (success && !meter.read(bytes.toString('utf8'))) return unfit('an unreadable answer', true);
  settle(success ? meter.usage() : 'nothing');
  client.writeHead(response.statusCode, { ...headersOf(response), 'content-length': size });
  client.end(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'whole', status: response.statusCode, bytes: size, sha256 };
}

async function relayStream(options: RelayOptions): Promise<Relayed> {
  const { response, client, meter, limits, settle } = options;
  const reader = new SseReader();
  const hash = createHash('sha256');
  const held: Buffer[] = [];
  let bytes = 0;
  let started = false;
  const passed = (): Passed => ({
    status: response.statusCode,
    bytes,
    sha256: hash.copy().digest('hex'),
  });
  try {
    for await (const chunk of chunksOf(response)) {
      hash.update(chunk);
      bytes += chunk.length;
      const events = reader.push(chunk);
      // Until the first event is known to be one, another try is still possible.
      if (!started) {
        held.push(chunk);
        const flaw = flawOf(events[0], meter);
        if (flaw !== undefined) return flaw;
        if (events.length === 0 && bytes > MAX_HELD_BYTES)
          return unfit('an unreadable stream', true);
        if (events.length === 0) continue;
        for (const event of events.slice(1)) meter.read(event);
        started = true;
        client.writeHead(response.statusCode, headersOf(response));
        await write(client, Buffer.concat(held));
      } else {
        for (const event of events) meter.read(event);
        await write(client, chunk);
      }
      if (bytes > limits.answerBytes) throw new Error('an answer without an end');
    }
  } catch (error) {
    const detail = `a stream that broke off (${codeOf(error)})`;
    if (!started) return unfit(detail, true);
    settle(undefined);
    client.destroy();
    return { kind: 'cut', detail, ...passed() };
  }
  if (!started) return unfit('an empty stream', true);
  for (const event of reader.end()) meter.read(event);
  settle(meter.usage());
  client.end();
  return { kind: 'whole', ...passed() };
}

const errorSchema = z.union([
  z.looseObject({ type: z.literal('error') }),
  z.looseObject({ error: z.looseObject({}) }),
]);

/** What is wrong with a stream's first event; feeds it to the meter. */
function flawOf(event: string | undefined, meter: Meter): Relayed | undefined {
  if (event === undefined) return undefined;
  // An error before the first token is an error status that came late.
  if (parseJson(event, errorSchema).kind === 'valid') return unfit('an error for a stream', false);
  return meter.read(event) ? undefined : unfit('an unreadable stream', true);
}

/** Waits for a slow client, so that no answer piles up here. */
async function write(client: ServerResponse, chunk: Buffer): Promise<void> {
  if (client.destroyed) throw new Error('the client went away');
  if (client.write(chunk)) return;
  const closed = new AbortController();
  const onClose = (): void => closed.abort();
  client.once('close', onClose);
  try {
    await once(client, 'drain', { signal: closed.signal });
  } finally {
    client.off('close', onClose);
  }
}

function chunksOf(response: Dispatcher.ResponseData): AsyncIterable<Buffer> {
  return response.body;
}

function unfit(detail: string, billed: boolean): Relayed {
  return { kind: 'unfit', detail, billed };
}

function headersOf(response: Dispatcher.ResponseData): Record<string, string> {
  const given = PASSED_HEADERS.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(given), 'cache-control': 'no-cache' };
}
