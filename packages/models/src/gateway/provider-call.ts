import { setTimeout as sleep } from 'node:timers/promises';
import { logOf } from '@refbench/base';
import type { Dispatcher } from 'undici';
import type { Provider } from '../prices/price-schema.ts';
import type { GatewayLimits } from './limits.ts';
import { kindOfStatus, retryAfterMs, saysLasting } from '../protocol/provider-failure.ts';
import type { Upstream } from './upstreams.ts';

const log = logOf('gateway');

export interface ProviderRequest {
  readonly provider: Provider;
  readonly upstream: Upstream;
  /** The path after the base URL, including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type ProviderAnswer =
  /** A response to pass on: a success, or an error that the client caused. */
  | { readonly kind: 'answer'; readonly response: Dispatcher.ResponseData }
  /** A temporary failure, which is retried. */
  | { readonly kind: 'passing'; readonly detail: string; readonly waitMs: number | undefined }
  /** A permanent failure: invalid key, no credit, unknown model. */
  | { readonly kind: 'lasting'; readonly detail: string };

const MAX_ERROR_BYTES = 65_536;

/** Sends a request to the provider once. */
export async function askProvider(
  dispatcher: Dispatcher,
  request: ProviderRequest,
  limits: GatewayLimits,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const started = performance.now();
  const answer = await ask(dispatcher, request, limits, signal);
  const { provider, path } = request;
  const facts = { provider, path: path.replace(/\?.*/s, ''), bytes: request.body.length };
  const ms = Math.round(performance.now() - started);
  if (answer.kind === 'answer') {
    log.debug({ ...facts, ms, status: answer.response.statusCode }, 'the provider has answered');
  } else log.warn({ ...facts, ms, detail: answer.detail }, 'the provider has failed');
  return answer;
}

async function ask(
  dispatcher: Dispatcher,
  request: ProviderRequest,
  limits: GatewayLimits,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const base = new URL(request.upstream.baseUrl);
  let response: Dispatcher.ResponseData;
  try {
    response = await dispatcher.request({
      origin: base.origin,
      path: base.pathname.replace(/\/$/, '') + request.path,
      method: 'POST',
      headers: { ...request.headers, ...keyHeader(request) },
      body: request.body,
      signal,
      headersTimeout: limits.answerMs,
      bodyTimeout: limits.idleMs,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'passing', detail: codeOf(error), waitMs: undefined };
  }
  return judge(response);
}

/**
 * Waits before the next try: as long as the provider asks, up to the limit of a whole call, or else twice
 * as long as before.
 */
export async function waitForRetry(
  tries: number,
  askedMs: number | undefined,
  limits: GatewayLimits,
  signal: AbortSignal,
): Promise<void> {
  const backoff = limits.retryBaseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
  const waitMs = askedMs ?? Math.min(backoff, limits.retryMaxMs);
  await sleep(Math.min(waitMs, limits.callMs), undefined, { signal });
}

/** Returns the code or name of a failure. Its message may contain text of the agent. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown failure';
}

async function judge(response: Dispatcher.ResponseData): Promise<ProviderAnswer> {
  const { statusCode: status, headers } = response;
  const kind = kindOfStatus(status);
  if (kind === 'success' || kind === 'client') return { kind: 'answer', response };
  const detail = `HTTP ${status}`;
  const text = await textOf(response);
  if (kind === 'lasting' || saysLasting(text)) return { kind: 'lasting', detail };
  return { kind: 'passing', detail, waitMs: retryAfterMs(headers, Date.now()) };
}

async function textOf(response: Dispatcher.ResponseData): Promise<string> {
  let text = '';
  try {
    for await (const chunk of response.body) {
      text += String(chunk);
      if (text.length > MAX_ERROR_BYTES) break;
    }
  } catch {
    // The status is sufficient.
  }
  return text;
}

function keyHeader({ provider, upstream }: ProviderRequest): Record<string, string> {
  switch (provider) {
    case 'anthropic':
      return { 'x-api-key': upstream.apiKey };
    case 'openai':
      return { authorization: `Bearer ${upstream.apiKey}` };
    case 'gemini':
      return { 'x-goog-api-key': upstream.apiKey };
  }
}
