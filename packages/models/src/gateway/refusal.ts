import type { ServerResponse } from 'node:http';
import type { Protocol, RefusalCode } from '../protocol/protocol.ts';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  // 400 and `x-should-retry: false` end every client's turn at once; 401, 402, 403 and 429 do not.
  budget_exceeded: 400,
  blocked_capability: 400,
  unknown_model: 400,
  invalid_request: 400,
  wrong_token: 400,
  provider_failed: 400,
  too_large: 413,
  too_slow: 408,
  busy: 429,
  not_found: 404,
};

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

export function statusOf(code: RefusalCode): number {
  return STATUS[code];
}

/** Answers in the client's own terms; ends the connection when the request was not read whole. */
export function refuse(
  response: ServerResponse,
  protocol: Protocol,
  refusal: Refusal,
  bodyRead: boolean,
): void {
  const status = STATUS[refusal.code];
  const body = JSON.stringify(protocol.refusalBody(status, refusal.code, refusal.message));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-should-retry': refusal.code === 'busy' ? 'true' : 'false',
    ...(bodyRead ? {} : { connection: 'close' }),
  });
  response.end(body);
}
