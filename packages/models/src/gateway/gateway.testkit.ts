import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { loadPrices } from '../prices/price-table.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { startGateway, type Gateway } from './gateway.ts';
import type { GatewayLimits } from './limits.ts';

export const REAL_KEY = 'sk-the-real-key-0123456789';
const MODELS: readonly string[] = ['claude-sonnet-4-5', 'gpt-5.5', 'gemini-2.5-pro'];

/** An upstream that a test scripts as a plain listener. */
export async function startUpstream(
  listener: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/**
 * Writes a part of an answer, and returns after the gate has read it: the gate is in this process, so
 * it does so in the next turns of the loop.
 */
export async function writePart(response: ServerResponse, part: string | Buffer): Promise<void> {
  await new Promise((resolve) => response.write(part, resolve));
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

export interface TestGate extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly gate: AttemptGate;
  readonly folder: string;
  readonly usageFile: string;
  readonly ledgerFile: string;
}

export interface TestGateOptions {
  readonly upstream: string;
  readonly budgetUsd?: number;
  readonly runBudgetUsd?: number;
  readonly limits?: Partial<GatewayLimits>;
}

/** A gateway with one open attempt whose providers all are the same upstream. */
export async function openTestGate(options: TestGateOptions): Promise<TestGate> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const [usageFile, ledgerFile] = [join(folder, 'usage.jsonl'), join(folder, 'ledger.jsonl')];
  const upstream = { baseUrl: options.upstream, apiKey: REAL_KEY };
  const gateway = await startGateway({
    stateDir: folder,
    ledgerFile,
    prices: await loadPrices(),
    upstreams: {
      anthropic: upstream,
      openai: { ...upstream, baseUrl: `${options.upstream}/v1` },
      gemini: upstream,
    },
    runBudgetUsd: options.runBudgetUsd ?? null,
    limits: { retryBaseMs: 1, retryMaxMs: 20, tries: 3, ...options.limits },
  });
  const gate = await gateway.openAttempt({
    attempt: 'one',
    models: MODELS,
    budgetUsd: options.budgetUsd ?? 11,
    usageFile,
  });
  return {
    gateway,
    gate,
    folder,
    usageFile,
    ledgerFile,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface SendOptions {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly signal?: AbortSignal;
}

/** One request through an attempt's socket. Rejects when the connection breaks. */
export async function send(gate: AttemptGate, options: SendOptions): Promise<Answer> {
  const { body } = options;
  const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        socketPath: join(gate.socketDir, 'gw.sock'),
        method: options.method ?? 'POST',
        path: options.path,
        agent: false,
        headers: { authorization: `Bearer ${gate.token}`, ...options.headers },
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** A stream of Anthropic's with these figures. */
export function messageStream(usage: { input: number; output: number }): string {
  const events = [
    {
      type: 'message_start',
      message: { id: 'msg_1', usage: { input_tokens: usage.input, output_tokens: 1 } },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hello "usage"' } },
    { type: 'message_delta', delta: {}, usage: { output_tokens: usage.output } },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** A request of Anthropic's that names the allowed model. */
export function messageRequest(more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    model: 'claude-sonnet-4-5',
    max_tokens: 1_000,
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
    ...more,
  };
}
