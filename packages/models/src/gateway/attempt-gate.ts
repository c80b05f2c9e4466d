import { createServer, type Server } from 'node:http';
import { Journal } from '@refbench/base';
import { usdFromNano } from '../money.ts';
import { AttemptSession, type SessionParts } from './attempt-session.ts';
import { handleRequest } from './handle-request.ts';
import { BodyAllowance } from './read-body.ts';
import { rejectMalformed } from './reject-malformed.ts';
import { listenInFolder, type SocketFolder } from './socket-folder.ts';
import type { UsageRecord } from './usage-record.ts';

interface Spent {
  readonly usd: number;
  /** Number of requests to the provider, including retries. */
  readonly requests: number;
  /** All input tokens, including cached ones. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface Exhausted {
  /** The budget that was exhausted. */
  readonly scope: 'attempt' | 'run';
  readonly budgetUsd: number;
  readonly spentUsd: number;
}

/** The access of one attempt to its models. */
export interface AttemptGate extends AsyncDisposable {
  /** The host folder with `gw.sock`. Mount the folder read-only, not the socket. */
  readonly socketDir: string;
  /** The token that the container uses instead of a key. */
  readonly token: string;
  readonly spent: () => Spent;
  /** Warnings about its calls, one sentence each. */
  readonly warnings: () => readonly string[];
  /** False if the script in the container reports that the agent could not be started. */
  readonly agentStarted: () => boolean;
  /** Resolves when the cause of all failures so far is known; never rejects. */
  readonly concluded: () => Promise<void>;
  /** Resolves when a call was refused because the budget is spent; never rejects. */
  readonly exhausted: Promise<Exhausted>;
  /** Resolves when the provider (or this host's disk) has failed for good; never rejects. */
  readonly providerFailed: Promise<{ readonly detail: string }>;
}

export interface GateOptions extends Omit<
  SessionParts,
  'usageFile' | 'allowance' | 'onExhausted' | 'onProviderFailed'
> {
  readonly stateDir: string;
  readonly usageFile: string;
  readonly onClosed: (gate: AttemptGate) => void;
}

/** Opens a gate that listens on its own socket until it is disposed. */
export async function openAttemptGate(options: GateOptions): Promise<AttemptGate> {
  const { budgets, ledger, limits, attempt } = options;
  const exhausted = openPromise<Exhausted>();
  const failed = openPromise<{ readonly detail: string }>();
  const usageFile = await Journal.open<UsageRecord>(options.usageFile);
  const session = new AttemptSession({
    ...options,
    usageFile,
    allowance: new BodyAllowance(limits.allBodiesBytes),
    onExhausted(scope) {
      const { limit, spent } = budgets[scope];
      const budgetUsd = usdFromNano(limit ?? spent);
      exhausted.resolve({ scope, budgetUsd, spentUsd: usdFromNano(spent) });
    },
    onProviderFailed: (detail) => failed.resolve({ detail }),
  });
  const server = serverOf(session);
  let socket: SocketFolder;
  try {
    socket = await listenInFolder(server, options.stateDir);
  } catch (error) {
    await usageFile[Symbol.asyncDispose]();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    session.abortAll();
    server.close();
    server.closeAllConnections();
    await session.drained();
    await usageFile[Symbol.asyncDispose]();
    await socket[Symbol.asyncDispose]();
    options.onClosed(gate);
    await ledger.flush();
  };
  const gate: AttemptGate = {
    socketDir: socket.path,
    token: options.token,
    spent() {
      const { nano, requests, inputTokens, outputTokens } = ledger.totalsOf(attempt);
      return { usd: usdFromNano(nano), requests, inputTokens, outputTokens };
    },
    warnings: () => session.account.warnings(),
    agentStarted: () => session.ticket.agentStarted,
    concluded: () => session.probe.idle().catch(() => undefined),
    exhausted: exhausted.promise,
    providerFailed: failed.promise,
    async [Symbol.asyncDispose]() {
      closing ??= close();
      await closing;
    },
  };
  return gate;
}

function serverOf(session: AttemptSession): Server {
  const { limits } = session.parts;
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      // Later than the limit of the body, whose response uses the protocol of the client.
      requestTimeout: limits.bodyMs + limits.headersMs,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 30_000,
    },
    (request, response) => {
      response.on('error', () => undefined);
      session.run(handleRequest(session, request, response)).catch(() => response.destroy());
    },
  );
  server.maxConnections = limits.connections;
  rejectMalformed(server);
  server.on('connect', (_request, socket) => socket.destroy());
  server.on('upgrade', (_request, socket) => socket.destroy());
  return server;
}

/** Creates a promise that is resolved from outside. Only the first value counts. */
function openPromise<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
