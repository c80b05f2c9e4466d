import type { Dispatcher } from 'undici';
import type { Usage } from '../usage.ts';
import type { AttemptAccount } from './attempt-account.ts';
import type { Call } from './call.ts';
import { flawOf } from './first-event.ts';
import type { GatewayLimits } from './limits.ts';
import { askProvider, waitForRetry, type ProviderRequest } from './provider-call.ts';
import { headersForProvider } from './request-headers.ts';
import { SseReader } from './sse-reader.ts';

/** The state of the provider, as far as a probe shows it. */
export type ProbeResult =
  /** The provider answers, so the failure was caused by the agent's call. */
  | { readonly kind: 'well' }
  | { readonly kind: 'failing'; readonly detail: string }
  /** The budget of the run is too small for the probe. */
  | { readonly kind: 'unpaid' }
  /** The attempt has ended, or has used up its probes. */
  | { readonly kind: 'unknown' };

/** What a probe needs. */
export interface ProbeParts {
  readonly account: AttemptAccount;
  readonly dispatcher: Dispatcher;
  readonly limits: GatewayLimits;
  /** Aborted at the end of the attempt. */
  readonly signal: AbortSignal;
}

type Answer =
  | { readonly kind: 'well'; readonly usage: Usage | undefined }
  | { readonly kind: 'lasting'; readonly detail: string }
  | { readonly kind: 'again'; readonly detail: string; readonly waitMs: number | undefined };

/** The maximum number of probes of an attempt. An agent that provokes failures must not cost more. */
const MAX_PROBES = 50;
const MAX_ANSWER_BYTES = 1_000_000;
const ANSWER_MS = 60_000;

/**
 * Sends a small call to the provider before a failure is attributed to the provider. The run pays for
 * it. An agent can make its own calls fail, but not this one.
 */
export class ProviderProbe {
  private readonly parts: ProbeParts;
  private current: Promise<ProbeResult> | undefined;
  private probes = 0;

  constructor(parts: ProbeParts) {
    this.parts = parts;
  }

  /** Resolves when no probe is in progress. */
  async idle(): Promise<void> {
    await this.current;
  }

  /** Checks the provider. Calls that fail at the same time share one probe. */
  async ask(call: Call): Promise<ProbeResult> {
    this.current ??= this.run(call).finally(() => {
      this.current = undefined;
    });
    return await this.current;
  }

  private async run(call: Call): Promise<ProbeResult> {
    const { limits, signal } = this.parts;
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
        // The calls of the agent may have used up the rate limit of this minute.
        const isRate = answer.detail === 'HTTP 429';
        const waitMs = answer.waitMs ?? (isRate ? limits.retryMaxMs : undefined);
        await waitForRetry(tries, waitMs, limits, signal);
      } catch {
        return { kind: 'unknown' };
      }
    }
  }

  /** Returns undefined if the budget of the run is too small. */
  private async tryOnce(call: Call, signal: AbortSignal): Promise<Answer | undefined> {
    const { protocol, facts, price } = call;
    const { path, body } = protocol.probe(facts.model, facts.stream);
    const bytes = Buffer.from(JSON.stringify(body));
    const inspected = protocol.inspect(body, { model: facts.model, stream: facts.stream });
    if (inspected.kind !== 'ok') throw new Error(`the probe of ${protocol.name} is refused`);
    const hold = this.parts.account.holdProbe({ facts: inspected.facts, price, bytes });
    if (hold === undefined) return undefined;
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
      hold.settle(answer.kind === 'well' ? answer.usage : 'nothing');
      return answer;
    } finally {
      hold.settle(undefined);
    }
  }

  private async send(call: Call, request: ProviderRequest, signal: AbortSignal): Promise<Answer> {
    const { dispatcher, limits } = this.parts;
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
