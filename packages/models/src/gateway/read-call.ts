import type { IncomingHttpHeaders } from 'node:http';
import { isRecord } from '../protocol/guard.ts';
import { scanObject } from '../protocol/json-text.ts';
import type { CallFacts } from '../protocol/protocol.ts';
import type { SessionParts } from './attempt-session.ts';
import type { Refusal } from './refusal.ts';
import { headersForProvider } from './request-headers.ts';
import type { Route } from './route.ts';
import type { Call } from './call.ts';
import { UPSTREAM_VARIABLES } from './upstreams.ts';

export type ReadCall =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the parts of a request body that affect cost and capabilities, and enforces the allow-lists. */
export function readCall(
  parts: Pick<SessionParts, 'models' | 'upstreams'>,
  route: Extract<Route, { kind: 'call' }>,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): ReadCall {
  const { protocol } = route;
  let text: string;
  let body: unknown;
  try {
    text = utf8.decode(bytes);
    body = JSON.parse(text);
  } catch {
    return refused('invalid_request', 'the body is not JSON');
  }
  if (!isRecord(body)) return refused('invalid_request', 'the body is not an object');
  const scanned = scanObject(text);
  if (scanned.kind === 'refused') return refused('invalid_request', scanned.reason);
  const inspected = route.free ? inspectFree(body, route) : protocol.inspect(body, route.facts);
  if (inspected.kind === 'invalid') return refused('invalid_request', inspected.reason);
  if (inspected.kind === 'blocked') return refused('blocked_capability', inspected.capability);
  const { facts } = inspected;
  const price = parts.models.get(facts.model);
  if (price === undefined) {
    return refused(
      'unknown_model',
      `"${facts.model.slice(0, 100)}" is not a model of this attempt`,
    );
  }
  const { provider } = protocol;
  const upstream = parts.upstreams[provider];
  if (upstream === undefined) {
    return refused('unknown_model', `${UPSTREAM_VARIABLES[provider].key} is not set on the host`);
  }
  const passed = headersForProvider(provider, headers);
  const call = { provider, upstream, path: route.path, headers: passed };
  return {
    kind: 'call',
    call: { protocol, facts, price, bytes, free: route.free, provider: call },
  };
}

/** Inspects a request that only counts tokens. The same capabilities are allowed. */
function inspectFree(
  body: Readonly<Record<string, unknown>>,
  route: Extract<Route, { kind: 'call' }>,
): ReturnType<typeof route.protocol.inspect> {
  const request = body['generateContentRequest'] ?? body;
  if (!isRecord(request)) return { kind: 'invalid', reason: 'the request is not an object' };
  const inspected = route.protocol.inspect(request, route.facts);
  if (inspected.kind !== 'ok') return inspected;
  const facts: CallFacts = { ...inspected.facts, stream: false };
  return { kind: 'ok', facts };
}

function refused(code: Refusal['code'], message: string): ReadCall {
  return { kind: 'refused', refusal: { code, message: `${code}: ${message}` } };
}
