import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Meter } from '../protocol/protocol.ts';
import type { ReportedUsage } from './charge.ts';
import { flawOf, isErrorEvent } from './first-event.ts';
import { isOpaque, type KeyRedactor } from './key-redactor.ts';
import type { GatewayLimits } from './limits.ts';
import { codeOf } from './provider-call.ts';
import { SseReader } from './sse-reader.ts';

export interface Passed {
  readonly status: number;
  readonly bytes: number;
  readonly sha256: string;
}

export type Relayed =
  /** The response is settled and was sent completely. */
  | ({ readonly kind: 'whole' } & Passed)
  /** The answer has only a part of what the client asked for. */
  | ({ readonly kind: 'cut'; readonly detail: string } & Passed)
  /** The client received nothing. `billed`: the provider may have charged for it. */
  | { readonly kind: 'unfit'; readonly detail: string; readonly billed: boolean };

export interface RelayOptions {
  readonly response: Dispatcher.ResponseData;
  readonly client: ServerResponse;
  readonly meter: Meter;
  readonly limits: GatewayLimits;
  readonly redactor: KeyRedactor;
  /** Called when the whole answer is known, before the client receives the end of it. */
  readonly settle: (usage: ReportedUsage) => void;
}

const MAX_HELD_BYTES = 65_536;

/** Response headers that clients use. Others may reveal details of the account. */
const PASSED_HEADERS = ['content-type', 'request-id', 'x-request-id', 'x-should-retry'];

/** Passes the response of a provider on as it arrives, and meters it. */
export async function relay(options: RelayOptions): Promise<Relayed> {
  const { headers, statusCode, body } = options.response;
  // Compressed responses were not requested. They could not be metered or redacted.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    body.on('error', () => undefined).destroy();
    return unfit('an encoded answer', statusCode < 300);
  }
  const type = String(headers['content-type'] ?? '').toLowerCase();
  return type.startsWith('text/event-stream') ? relayStream(options) : relayWhole(options);
}

async function relayWhole(options: RelayOptions): Promise<Relayed> {
  const { response, client, meter, limits, redactor, settle } = options;
  const success = response.statusCode < 300;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of chunksOf(response)) {
      size += chunk.length;
      if (size > limits.answerBytes)
        return unfit('a response that exceeds the size limit', success);
      chunks.push(chunk);
    }
  } catch (error) {
    return unfit(`an answer that broke off (${codeOf(error)})`, success);
  }
  const answer = Buffer.concat(chunks);
  if (isOpaque(answer)) return unfit('an unreadable answer', success);
  const bytes = redactor.redactBytes(answer);
  if (success && !meter.read(answer.toString('utf8'))) return unfit('an unreadable answer', true);
  settle(success ? meter.usage() : 'nothing');
  client.writeHead(response.statusCode, {
    ...headersOf(options),
    'content-length': bytes.length,
  });
  client.end(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'whole', status: response.statusCode, bytes: bytes.length, sha256 };
}

async function relayStream(options: RelayOptions): Promise<Relayed> {
  const { response, client, meter, limits, redactor, settle } = options;
  const reader = new SseReader();
  const hash = createHash('sha256');
  const redacting = redactor.stream();
  const held: Buffer[] = [];
  let bytes = 0;
  let received = 0;
  let started = false;
  let failed = false;
  const read = (events: readonly string[]): void => {
    for (const event of events) {
      if (isErrorEvent(event)) failed = true;
      meter.read(event);
    }
  };
  const passed = (): Passed => ({
    status: response.statusCode,
    bytes,
    sha256: hash.copy().digest('hex'),
  });
  const count = (part: Buffer): void => {
    hash.update(part);
    bytes += part.length;
  };
  const pass = async (chunk: Buffer): Promise<void> => {
    const part = redacting.push(chunk);
    count(part);
    if (part.length > 0) await write(client, part);
  };
  try {
    for await (const chunk of chunksOf(response)) {
      received += chunk.length;
      if (chunk.includes(0)) throw new Error('bytes that are not text');
      const events = reader.push(chunk);
      // A retry is possible until the first event was checked.
      if (!started) {
        held.push(chunk);
        const [first] = events;
        if (first === undefined) {
          if (received > MAX_HELD_BYTES) return unfit('an unreadable stream', true);
          continue;
        }
        const flaw = flawOf(first, meter);
        if (flaw !== undefined) return unfit(flaw.detail, flaw.billed);
        read(events.slice(1));
        started = true;
        client.writeHead(response.statusCode, headersOf(options));
        await pass(Buffer.concat(held));
      } else {
        read(events);
        await pass(chunk);
      }
      if (received > limits.answerBytes) throw new Error('a response that exceeds the size limit');
    }
  } catch (error) {
    const detail = `a stream that broke off (${codeOf(error)})`;
    if (!started) return unfit(detail, true);
    settle(undefined);
    client.destroy();
    return { kind: 'cut', detail, ...passed() };
  }
  if (!started) return unfit('an empty stream', true);
  read(reader.end());
  settle(meter.usage());
  const last = redacting.end();
  count(last);
  client.end(last);
  if (failed) return { kind: 'cut', detail: 'an error in its stream', ...passed() };
  if (!meter.ended()) return { kind: 'cut', detail: 'a stream without its end', ...passed() };
  return { kind: 'whole', ...passed() };
}

/** Writes a chunk and waits for slow clients, so that responses are not buffered. */
async function write(client: ServerResponse, chunk: Buffer): Promise<void> {
  if (client.destroyed) throw new Error('the client closed the connection');
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

function headersOf({ response, redactor }: RelayOptions): Record<string, string> {
  const given = PASSED_HEADERS.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, redactor.redact(value)] as const] : [];
  });
  return { ...Object.fromEntries(given), 'cache-control': 'no-cache' };
}
