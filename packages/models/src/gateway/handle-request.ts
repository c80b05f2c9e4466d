import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDiskFailure, errorText } from '@refbench/base';
import type { AttemptSession } from './attempt-session.ts';
import { modelList } from './model-list.ts';
import { readBody } from './read-body.ts';
import { readCall, type ReadCall } from './read-call.ts';
import { refuse, type Refusal } from './refusal.ts';
import { carriesToken } from './request-headers.ts';
import { routeOf, type Route } from './route.ts';
import { serveCall } from './serve-call.ts';
import { RequestRecord } from './request-record.ts';

type CallRoute = Extract<Route, { kind: 'call' }>;

/** Handles one request of an attempt. */
export async function handleRequest(
  session: AttemptSession,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = routeOf(request.method ?? '', request.url ?? '');
  if (route.kind === 'alive') {
    response.writeHead(200).end();
    return;
  }
  if (route.kind === 'ticket') {
    const ticket =
      route.given === undefined ? session.ticket.take() : session.ticket.giveBack(route.given);
    response.writeHead(200, { connection: 'close' }).end(ticket);
    return;
  }
  const record = new RequestRecord(route.protocol.name, request.url ?? '');
  const reject = (refusal: Refusal, bodyRead: boolean): void => {
    refuse(response, route.protocol, refusal, bodyRead);
    session.record(record.refused(refusal));
  };
  if (!carriesToken(request.headers, session.parts.token)) {
    reject({ code: 'wrong_token', message: 'wrong_token: not the token of this attempt' }, false);
  } else if (route.kind === 'models') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(modelList([...session.parts.models.keys()])));
  } else if (route.kind === 'unknown') {
    const message = 'not_found: the gateway serves no such address';
    reject({ code: 'not_found', message }, false);
  } else {
    const controller = session.enter();
    if (controller === undefined) {
      reject({ code: 'busy', message: 'busy: too many calls at once' }, false);
      return;
    }
    const onClose = (): void => controller.abort();
    response.once('close', onClose);
    try {
      await handleCall(session, route, request, response, { record, reject, controller });
    } catch (error) {
      // A disk failure is caused by the host. An agent may have provoked any other error.
      const reason = session.parts.redactor.redact(errorText(error));
      if (isDiskFailure(error)) session.parts.onProviderFailed(`the gateway failed: ${reason}`);
      const refusal: Refusal = { code: 'gateway_failed', message: `gateway_failed: ${reason}` };
      if (!response.headersSent) reject(refusal, false);
      else {
        response.destroy();
        session.record(record.refused(refusal));
      }
    } finally {
      response.off('close', onClose);
      session.leave(controller);
    }
  }
}

interface Handling {
  readonly record: RequestRecord;
  readonly reject: (refusal: Refusal, bodyRead: boolean) => void;
  readonly controller: AbortController;
}

async function handleCall(
  session: AttemptSession,
  route: CallRoute,
  request: IncomingMessage,
  response: ServerResponse,
  { record, reject, controller }: Handling,
): Promise<void> {
  const { limits, allowance } = session.parts;
  const body = await readBody(request, { bytes: limits.bodyBytes, ms: limits.bodyMs }, allowance);
  if (body.kind === 'gone') return;
  if (body.kind === 'refused') {
    reject({ code: body.code, message: `${body.code}: ${body.message}` }, false);
    return;
  }
  // Prevents an endless response from blocking a slot and a reservation forever.
  const timer = setTimeout(() => controller.abort(), limits.callMs);
  try {
    record.body(body.bytes);
    const read: ReadCall = readCall(session.parts, route, request.headers, body.bytes);
    if (read.kind === 'refused') {
      reject(read.refusal, true);
      return;
    }
    record.model = read.call.facts.model;
    const served = await serveCall(session, read.call, response, controller.signal);
    if (served.refusal !== undefined && !response.headersSent) {
      refuse(response, route.protocol, served.refusal, true);
    }
    if (!response.writableEnded) response.destroy();
    session.record(record.served(served));
  } finally {
    clearTimeout(timer);
    allowance.give(body.bytes.length);
  }
}
