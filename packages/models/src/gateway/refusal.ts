import type { ServerResponse } from 'node:http';
import type { Protocol, RefusalCode } from '../protocol/protocol.ts';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  // Codex stops at once on 400, and retries six times on any other status below 500.
  budget_exceeded: 400,
  blocked_capability: 400,
  unknown_model: 400,
  invalid_request: 400,
  wrong_token: 400,
  provider_failed: 400,
  call_refused: 400,
  call_failed: 503,
  gateway_failed: 500,
  too_large: 413,
  too_slow: 408,
  busy: 429,
  not_found: 404,
};

/** Claude Code disables features and retries on 400, but stops at once on 403. */
const ANTHROPIC_STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  budget_exceeded: 403,
  wrong_token: 403,
  provider_failed: 403,
};

const RETRYABLE: ReadonlySet<RefusalCode> = new Set(['busy', 'call_failed']);

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

export function statusOf(protocol: Protocol['name'], code: RefusalCode): number {
  const own = protocol === 'anthropic-messages' ? ANTHROPIC_STATUS[code] : undefined;
  return own ?? STATUS[code];
}

/**
 * Sends a refusal in the protocol of the client. Closes the connection if the request was not read
 * completely.
 */
export function refuse(
  response: ServerResponse,
  protocol: Protocol,
  refusal: Refusal,
  bodyRead: boolean,
): void {
  const status = statusOf(protocol.name, refusal.code);
  const body = JSON.stringify(protocol.refusalBody(status, refusal.code, refusal.message));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-should-retry': RETRYABLE.has(refusal.code) ? 'true' : 'false',
    ...(bodyRead ? {} : { connection: 'close' }),
  });
  response.end(body);
}
