import { createServer, type Socket } from 'node:net';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import {
  listenInFolder,
  sweepSocketFolders,
  type AttemptGate,
  type Exhausted,
  type Gateway,
} from '@refbench/models';
import { GATE_PROTOCOL, type GateState } from '../protocol/messages.ts';
import { joinSockets } from '../protocol/join-sockets.ts';
import type { Answer, CoordinatorClient } from '../protocol/coordinator-client.ts';

/** How often the state of a gate is asked for. */
const POLL_MS = 1000;
/** How long a coordinator may not answer before the attempt ends. */
const PATIENCE_MS = 45_000;

export interface RemoteGatewayOptions {
  /** The lease under which this process works now. */
  readonly lease: () => GatewayLease;
  readonly stateDir: string;
  /** Folder of the run in this process. */
  readonly runFolder: string;
}

interface GatewayLease {
  /** Speaks with the token of the lease. */
  readonly client: CoordinatorClient;
  /** Dollars that earlier tries of this attempt have spent. */
  readonly spentBeforeUsd: number;
}

const NOTHING_YET: GateState = {
  spent: { usd: 0, requests: 0, inputTokens: 0, outputTokens: 0 },
  warnings: [],
  agent_started: true,
  exhausted: null,
  failed: null,
};

/**
 * The gateway of the coordinator, as the runner of an attempt sees it. Calls of agents are passed on as
 * they are: this process has no key and no price, and cannot spend anything after its lease has ended.
 */
export function remoteGateway(options: RemoteGatewayOptions): Gateway {
  let gates: RemoteGate[] = [];
  let of: CoordinatorClient | undefined;
  return {
    async openAttempt({ attempt, models, budgetUsd, spentBeforeUsd, usageFile }) {
      const { client } = options.lease();
      // Gates of an earlier lease are closed, and what they spent belongs to its attempt.
      if (of !== client) gates = [];
      of = client;
      // Processes of a killed worker may have left theirs.
      await sweepSocketFolders(options.stateDir, false);
      const answer = await client.openGate({
        attempt,
        models: [...models],
        budget_usd: budgetUsd,
        spent_before_usd: spentBeforeUsd ?? 0,
        usage: relative(options.runFolder, usageFile),
      });
      if (answer.kind !== 'ok') throw noGate(answer);
      const gate = await RemoteGate.open(client, options.stateDir, answer.value);
      gates.push(gate);
      return gate;
    },
    spentUsd() {
      const { client, spentBeforeUsd } = options.lease();
      const own = client === of ? gates : [];
      return own.reduce((sum, gate) => sum + gate.spent().usd, spentBeforeUsd);
    },
    // The coordinator sees them, and starts fewer attempts.
    rateLimited: () => 0,
    async [Symbol.asyncDispose]() {
      await Promise.all(gates.map((gate) => gate[Symbol.asyncDispose]()));
    },
  };
}

/** The attempt is lost, but neither the model nor the instance is responsible. */
function noGate(answer: Exclude<Answer<unknown>, { readonly kind: 'ok' }>): RefbenchError {
  const reason = answer.kind === 'lost' ? 'the lease has ended' : answer.reason;
  return new RefbenchError({
    kind: 'engine',
    message: `the coordinator gives no access to the model: ${reason}`,
    hint: 'look at the output of the command that started the run',
  });
}

class RemoteGate implements AttemptGate {
  readonly socketDir: string;
  readonly token: string;
  readonly exhausted: Promise<Exhausted>;
  readonly providerFailed: Promise<{ readonly detail: string }>;
  private state = NOTHING_YET;
  private resolveExhausted: (spent: Exhausted) => void = () => undefined;
  private resolveFailed: (failure: { readonly detail: string }) => void = () => undefined;
  private readonly ended = new AbortController();
  private readonly polling: Promise<void>;
  private readonly client: CoordinatorClient;
  private readonly id: string;
  private readonly close: () => Promise<void>;
  private closing: Promise<void> | undefined;

  static async open(
    client: CoordinatorClient,
    stateDir: string,
    { id, token }: { readonly id: string; readonly token: string },
  ): Promise<RemoteGate> {
    const connections = new Set<Socket>();
    const server = createServer((socket) => {
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
      passOn(client, id, socket);
    });
    const folder = await listenInFolder(server, stateDir);
    const close = async (): Promise<void> => {
      server.close();
      for (const socket of connections) socket.destroy();
      await folder[Symbol.asyncDispose]();
    };
    return new RemoteGate(client, { id, token, socketDir: folder.path }, close);
  }

  private constructor(
    client: CoordinatorClient,
    {
      id,
      token,
      socketDir,
    }: { readonly id: string; readonly token: string; readonly socketDir: string },
    close: () => Promise<void>,
  ) {
    this.client = client;
    this.id = id;
    this.token = token;
    this.socketDir = socketDir;
    this.close = close;
    this.exhausted = new Promise((resolve) => {
      this.resolveExhausted = resolve;
    });
    this.providerFailed = new Promise((resolve) => {
      this.resolveFailed = resolve;
    });
    this.polling = this.poll();
  }

  readonly spent = (): GateState['spent'] => this.state.spent;
  readonly warnings = (): readonly string[] => this.state.warnings;
  readonly agentStarted = (): boolean => this.state.agent_started;

  readonly concluded = async (): Promise<void> => {
    this.apply(await this.client.concludeGate(this.id));
  };

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing ??= (async () => {
      this.ended.abort();
      await this.polling;
      await this.client.closeGate(this.id);
      await this.close();
    })();
    await this.closing;
  }

  private async poll(): Promise<void> {
    const { signal } = this.ended;
    let silentSince: number | undefined;
    while (!signal.aborted) {
      const answer = await this.client.gateState(this.id);
      if (signal.aborted) return;
      this.apply(answer);
      if (answer.kind === 'unreachable') {
        silentSince ??= performance.now();
        if (performance.now() - silentSince > PATIENCE_MS) {
          this.resolveFailed({ detail: `the coordinator does not answer: ${answer.reason}` });
        }
      } else silentSince = undefined;
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private apply(answer: Answer<GateState>): void {
    if (answer.kind === 'lost' || answer.kind === 'refused') {
      this.resolveFailed({ detail: 'the lease of this attempt has ended' });
    }
    if (answer.kind !== 'ok') return;
    this.state = answer.value;
    const { exhausted, failed } = this.state;
    if (exhausted !== null) this.resolveExhausted(exhausted);
    if (failed !== null) this.resolveFailed({ detail: failed });
  }
}

/** Joins a connection from a container with the gate of the coordinator. */
function passOn(client: CoordinatorClient, id: string, socket: Socket): void {
  socket.on('error', () => undefined);
  const request = client.upgrade(id, GATE_PROTOCOL);
  request.on('upgrade', (_response, remote, head) => {
    socket.write(head);
    joinSockets(socket, remote);
  });
  request.on('response', (response) => {
    response.resume();
    socket.destroy();
  });
  request.on('error', () => socket.destroy());
  socket.on('close', () => request.destroy());
  request.end();
}
