import { createHash, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseJson } from '@refbench/base';
import type { z } from 'zod';
import {
  claimSchema,
  GATE_PROTOCOL,
  openGateSchema,
  releaseSchema,
  renewalSchema,
  type ClaimAnswer,
  type GateState,
  type Release,
  type Worker,
} from '../protocol/messages.ts';
import { MAX_RESULT_BYTES } from './import-result.ts';
import type { Lease } from './lease-table.ts';

const MAX_BODY_BYTES = 4_000_000;

/** What workers may ask of a run. `undefined` answers mean that the lease is not held any more. */
export interface CoordinatorActions {
  readonly secret: string;
  /** @param skewMs how much the clock of the worker is ahead */
  claim(worker: Worker, skewMs: number): Promise<ClaimAnswer>;
  held(token: string): Lease | undefined;
  renew(token: string, events: readonly unknown[]): { readonly stop: boolean } | undefined;
  release(lease: Lease, release: Release): Promise<void>;
  /** Returns a path for the archive of a result. */
  archiveFor(lease: Lease): string;
  deliver(
    lease: Lease,
    archive: string,
  ): Promise<{ readonly kind: 'taken' | 'refused'; readonly reason: string }>;
  openGate(
    lease: Lease,
    request: z.infer<typeof openGateSchema>,
  ): Promise<{ readonly id: string; readonly token: string } | undefined>;
  gateState(lease: Lease, id: string): GateState | undefined;
  concludeGate(lease: Lease, id: string): Promise<GateState | undefined>;
  closeGate(lease: Lease, id: string): Promise<void>;
  joinGate(lease: Lease, id: string, client: Socket, head: Buffer): boolean;
}

export interface CoordinatorServer extends AsyncDisposable {
  readonly port: number;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Certificate and key in PEM form. Without them, connections are not encrypted. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Answers workers until it is disposed. Every request carries the secret of the run or a lease's token. */
export async function serveCoordinator(
  actions: CoordinatorActions,
  { host, port, tls }: ListenOptions,
): Promise<CoordinatorServer> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined);
    answer(actions, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, 500, { error: String(error) });
    });
  };
  const server: Server =
    tls === undefined ? createServer(handle) : createTlsServer({ ...tls }, handle);
  server.requestTimeout = 0;
  server.on('upgrade', (request, socket, head) => upgrade(actions, request, socket, head));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}

type Reply = readonly [status: number, body: object];

const LOST: Reply = [409, { error: 'this lease is not held any more' }];

async function answer(
  actions: CoordinatorActions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [status, body] = await replyTo(actions, request);
  // What was not read of a refused result would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  send(response, status, body);
}

async function replyTo(actions: CoordinatorActions, request: IncomingMessage): Promise<Reply> {
  const route = `${request.method} ${request.url}`;
  const token = tokenOf(request);
  if (route === 'POST /v1/claims') {
    if (!isEqual(token, actions.secret))
      return [401, { error: 'this is not the secret of the run' }];
    return await withBody(request, claimSchema, async ({ now, ...worker }) => [
      200,
      await actions.claim(worker, Date.parse(now) - Date.now()),
    ]);
  }
  if (route === 'POST /v1/renewals') {
    return await withBody(request, renewalSchema, ({ events }) => {
      const renewed = actions.renew(token, events);
      return renewed === undefined ? LOST : [200, renewed];
    });
  }
  const lease = actions.held(token);
  if (lease === undefined) return LOST;
  switch (route) {
    case 'POST /v1/releases':
      return await withBody(request, releaseSchema, async (release) => {
        await actions.release(lease, release);
        return [200, {}];
      });
    case 'PUT /v1/result':
      return await takeResult(actions, lease, request);
    case 'POST /v1/gates':
      return await withBody(request, openGateSchema, async (wanted) => {
        const opened = await actions.openGate(lease, wanted);
        return opened === undefined ? LOST : [200, opened];
      });
  }
  return await gateReply(actions, lease, route);
}

async function gateReply(actions: CoordinatorActions, lease: Lease, route: string): Promise<Reply> {
  const [, method, id = '', action] =
    /^(GET|POST|DELETE) \/v1\/gates\/([0-9a-f]{24})(\/conclude)?$/.exec(route) ?? [];
  if (method === 'DELETE' && action === undefined) {
    await actions.closeGate(lease, id);
    return [200, {}];
  }
  const state =
    method === 'POST' && action !== undefined
      ? await actions.concludeGate(lease, id)
      : method === 'GET' && action === undefined
        ? actions.gateState(lease, id)
        : undefined;
  return state === undefined ? [404, { error: 'there is no such gate' }] : [200, state];
}

/** Stores the archive of a result and takes it if its digest is right and the lease is still held. */
async function takeResult(
  actions: CoordinatorActions,
  lease: Lease,
  request: IncomingMessage,
): Promise<Reply> {
  const expected = request.headers['x-refbench-digest'];
  const archive = actions.archiveFor(lease);
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    request,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > MAX_RESULT_BYTES)
          throw new Error(`a result has at most ${MAX_RESULT_BYTES} bytes`);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(archive),
  );
  if (`sha256:${hash.digest('hex')}` !== expected) {
    return [422, { error: 'the digest of the archive is another one' }];
  }
  // The archive took time to arrive.
  if (actions.held(lease.token) === undefined) return LOST;
  const { kind, reason } = await actions.deliver(lease, archive);
  return kind === 'taken' ? [201, {}] : [422, { error: reason }];
}

/** Joins an upgraded connection with the gate that its path names. */
function upgrade(
  actions: CoordinatorActions,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  socket.on('error', () => undefined);
  const id = /^\/v1\/gates\/([0-9a-f]{24})$/.exec(request.url ?? '')?.[1];
  const lease = actions.held(tokenOf(request));
  if (
    id === undefined ||
    lease === undefined ||
    !(socket instanceof Socket) ||
    actions.gateState(lease, id) === undefined
  ) {
    socket.end('HTTP/1.1 409 Conflict\r\nconnection: close\r\n\r\n');
    return;
  }
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${GATE_PROTOCOL}\r\n\r\n`,
  );
  if (!actions.joinGate(lease, id, socket, head)) socket.destroy();
}

async function withBody<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  use: (body: T) => Reply | Promise<Reply>,
): Promise<Reply> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      return [413, { error: `a request has at most ${MAX_BODY_BYTES} bytes` }];
    chunks.push(chunk);
  }
  const body = parseJson(Buffer.concat(chunks).toString('utf8'), schema);
  return body.kind === 'valid' ? await use(body.value) : [400, { error: body.reason }];
}

function tokenOf(request: IncomingMessage): string {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
