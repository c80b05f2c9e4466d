import { isRecord, jsonOf } from '../protocol/guard.ts';
import { saysLasting } from '../protocol/provider-failure.ts';

/** Tells in the headers of a response what is wrong with an answer that the provider called a success. */
const FLAW_HEADER = 'x-refbench-flaw';
/** The SDKs obey it. */
const RETRY_HEADER = 'x-should-retry';

/** Error types that providers send within a successful response, with the status that they mean. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  api_error: 500,
};

interface Flaw {
  readonly detail: string;
  /** Stands for the answer, so that the SDK treats it as a failure. */
  readonly status: number;
  /** Whether the same request may succeed. */
  readonly retry: boolean;
}

/**
 * Wraps `fetch` so that the SDKs retry what another call can help, and nothing else. They take every
 * response with a status of 200 for an answer, and never retry a body that breaks off.
 * @param hasAnswer whether a JSON object has the form of an answer
 */
export function checkedFetch(
  send: typeof fetch,
  hasAnswer: (body: Readonly<Record<string, unknown>>) => boolean,
): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    // A body that breaks off fails here, as a connection does, which the SDKs retry.
    const text = await response.text();
    const headers = new Headers(response.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    const answer = (status: number): Response => new Response(text, { status, headers });
    if (!response.ok) {
      if (saysLasting(text)) headers.set(RETRY_HEADER, 'false');
      return answer(response.status);
    }
    const flaw = flawOf(text, hasAnswer);
    if (flaw === undefined) return answer(response.status);
    headers.set(FLAW_HEADER, flaw.detail);
    headers.set(RETRY_HEADER, String(flaw.retry));
    return answer(flaw.status);
  };
}

/** Returns what was wrong with an answer that the provider called a success. */
export function flawIn(headers: Headers | undefined): string | undefined {
  return headers?.get(FLAW_HEADER) ?? undefined;
}

function flawOf(
  text: string,
  hasAnswer: (body: Readonly<Record<string, unknown>>) => boolean,
): Flaw | undefined {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { detail: 'an empty body', status: 502, retry: true };
  const isPage = trimmed.startsWith('<');
  if (isPage) return { detail: 'a web page', status: 502, retry: false };
  const body = jsonOf(trimmed);
  if (body === undefined) return { detail: 'text that is not JSON', status: 502, retry: true };
  if (!isRecord(body)) return { detail: 'no message', status: 502, retry: false };
  if (hasAnswer(body)) return undefined;
  const { error } = body;
  if (!isRecord(error)) return { detail: 'no message', status: 502, retry: false };
  const status = statusOf(error);
  const retry = !saysLasting(trimmed) && (status === 429 || status >= 500);
  return { detail: 'an error in place of a message', status, retry };
}

function statusOf({ code, type }: Readonly<Record<string, unknown>>): number {
  const named = typeof type === 'string' ? STATUS_OF_TYPE[type] : undefined;
  const given = Number(code);
  return named ?? (given >= 400 && given < 600 ? given : 502);
}
