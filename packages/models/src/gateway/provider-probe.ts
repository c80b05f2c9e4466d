import type { Dispatcher } from 'undici';
import type { Usage } from '../usage.ts';
import type { Desk } from './desk.ts';
import { flawOf } from './first-event.ts';
import { askProvider, waitForRetry, type ProviderRequest } from './provider-call.ts';
import { headersForProvider } from './request-headers.ts';
import type { Call } from './serve-call.ts';
import { SseReader } from './sse-reader.ts';
import { worstCase } from './worst-case.ts';

export type ProbeResult =
  /** The provider answers: what failed was the agent's own call. */
  | { readonly kind: 'well' }
  | { readonly kind: 'failing'; readonly detail: string }
  /** The run's money does not reach for the question. */
  | { readonly kind: 'unpaid' }
  /** The attempt has ended, or has asked too often. */
  | { readonly kind: 'unknown' };

type Answer =
  | { readonly kind: 'well'; readonly usage: Usage | undefined }
  | { readonly kind: 'lasting'; readonly detail: string }
  | { readonly kind: 'again'; readonly detail: string; readonly waitMs: number | undefined };

/** An agent that provokes failures must not buy probes without end. */
const MAX_PROBES = 50;
const MAX_ANSWER_BYTES = 1_000_000;
const ANSWER_MS = 60_000;

/**
 * Asks the provider with a small call of our own, paid by the run, before a failure is said to be the
 * provider's: an agent can make its own calls fail, but not this one.
 */
export class ProviderProbe {
  private readonly desk: Desk;
  private current: Promise<ProbeResult> | undefined;
  private probes = 0;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /** Resolves at once when no probe is under way. */
  async idle(): Promise<void> {
    await this.current;
  }

  /** Calls that fail at the same time share one probe. */
  async ask(call: Call): Promise<ProbeResult> {
    this.current ??= this.run(call).finally(() => {
      this.current = undefined;
    });
    return await this.current;
  }

  private async run(call: Call): Promise<ProbeResult> {
    const { limits } = this.desk.parts;
    const signal = this.desk.closed;
    if (this.probes >= MAX_PROBES) return { kind: 'unknown' };
    this.probes += 1;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.tryOnce(call, signal);
      if (signal.aborted) return { kind: 'unknown' };
      if (answer === undefined) return { kind: 'unpaid' };
      if (answer.kind === 'well') return answer;
      if (answer.kind === 'lasting' || tries >= limits.tries) {
        return { kind: 'failing', detail: answer.detail };
      }
      try {
        // The agent's own calls may have used up a minute's rate.
        const isRate = answer.detail === 'HTTP 429';
        const waitMs = answer.waitMs ?? (isRate ? limits.retryMaxMs : undefined);
        await waitForRetry(tries, waitMs, limits, signal);
      } catch {
        return { kind: 'unknown' };
      }
    }
  }

  /** Undefined where the run's money does not reach. */
  private async tryOnce(call: Call, signal: AbortSignal): Promise<Answer | undefined> {
    const { protocol, facts, price } = call;
    const { path, body } = protocol.probe(facts.model, facts.stream);
    const bytes = Buffer.from(JSON.stringify(body));
    const inspected = protocol.inspect(body, { model: facts.model, stream: facts.stream });
    if (inspected.kind !== 'ok') throw new Error(`the probe of ${protocol.name} is refused`);
    const promised = this.desk.promiseProbe(
      facts.model,
      price,
      worstCase(price, inspected.facts, bytes.length),
    );
    if (promised === undefined) return undefined;
    const { provider, upstream } = call.provider;
    const request: ProviderRequest = {
      provider,
      upstream,
      path,
      headers: headersForProvider(provider, {}),
      body: bytes,
    };
    try {
      const answer = await this.send(call, request, signal);
      promised.settle(answer.kind === 'well' ? answer.usage : 'nothing');
      return answer;
    } finally {
      promised.settle(undefined);
    }
  }

  private async send(call: Call, request: ProviderRequest, signal: AbortSignal): Promise<Answer> {
    const { dispatcher, limits } = this.desk.parts;
    const bounded = { ...limits, answerMs: Math.min(limits.answerMs, ANSWER_MS) };
    let answer;
    try {
      answer = await askProvider(dispatcher, request, bounded, signal);
    } catch {
      return { kind: 'again', detail: 'broken off', waitMs: undefined };
    }
    if (answer.kind === 'lasting') return answer;
    if (answer.kind === 'passing') return { ...answer, kind: 'again' };
    const { statusCode } = answer.response;
    if (statusCode < 300) return await readAnswer(call, answer.response);
    await answer.response.body.dump();
    return { kind: 'lasting', detail: `HTTP ${statusCode} to the smallest call` };
  }
}

async function readAnswer(call: Call, response: Dispatcher.ResponseData): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > MAX_ANSWER_BYTES) break;
    }
  } catch {
    return again('an answer that broke off');
  }
  const meter = call.protocol.meter();
  const bytes = Buffer.concat(chunks);
  if (!String(response.headers['content-type'] ?? '').startsWith('text/event-stream')) {
    if (!meter.read(bytes.toString('utf8'))) return again('an unreadable answer');
    return { kind: 'well', usage: meter.usage() };
  }
  const reader = new SseReader();
  const [first, ...others] = [...reader.push(bytes), ...reader.end()];
  const flaw = first === undefined ? { detail: 'an empty stream' } : flawOf(first, meter);
  if (flaw !== undefined) return again(flaw.detail);
  for (const event of others) meter.read(event);
  return { kind: 'well', usage: meter.usage() };
}

function again(detail: string): Answer {
  return { kind: 'again', detail, waitMs: undefined };
}
