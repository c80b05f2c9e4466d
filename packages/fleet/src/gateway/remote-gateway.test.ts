import { request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import {
  loadPrices,
  SOCKET_NAME,
  startGateway,
  type AttemptGate,
  type Gateway,
} from '@refbench/models';
import { startModelServer, type ModelServer } from '@refbench/models/scripted-provider';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GateService } from '../coordinator/gate-service.ts';
import { LEASE_MS, LeaseTable, type Lease } from '../coordinator/lease-table.ts';
import { serveCoordinator, type CoordinatorServer } from '../coordinator/coordinator-server.ts';
import { CoordinatorClient } from '../protocol/coordinator-client.ts';
import { remoteGateway } from './remote-gateway.ts';

const MODEL = 'claude-sonnet-4-5';
const KEY = 'sk-the-real-key-0123456789';
const CELL = { instance: 'i__i-00000000', agent: 'me', repeat: 1 };

let folder: TemporaryFolder;
let provider: ModelServer;
let gateway: Gateway;
let server: CoordinatorServer;
let leases: LeaseTable;
let now: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  provider = await startModelServer({
    script: { rules: [{ say: 'hello', usage: { input: 1000, output: 100 } }] },
  });
  const upstream = { baseUrl: provider.url, apiKey: KEY };
  gateway = await startGateway({
    stateDir: join(folder.path, 'coordinator'),
    ledgerFile: join(folder.path, 'ledger.jsonl'),
    prices: await loadPrices(),
    upstreams: { anthropic: upstream },
    runBudgetUsd: null,
  });
  now = 0;
  const gates = new GateService(gateway, join(folder.path, 'run'), 5);
  leases = new LeaseTable(
    [CELL],
    { expired: (lease) => void gates.closeAll(lease), givenUp: () => undefined },
    { now: () => now },
  );
  server = await serveCoordinator(
    {
      secret: 's',
      claim: () => Promise.resolve({ kind: 'finished' }),
      held: (token) => leases.held(token),
      renew: () => undefined,
      release: () => Promise.resolve(),
      archiveFor: () => '',
      deliver: () => Promise.resolve({ kind: 'refused', reason: '' }),
      openGate: (lease, wanted) =>
        gates.open(lease, wanted, () => leases.held(lease.token) !== undefined),
      gateState: (lease, id) => gates.state(lease, id),
      concludeGate: (lease, id) => gates.conclude(lease, id),
      closeGate: (lease, id) => gates.close(lease, id),
      joinGate: (lease, id, client, head) => gates.join(lease, id, client, head),
    },
    { host: '127.0.0.1', port: 0 },
  );
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function lease(): Lease {
  const claim = leases.claim({ name: 'w', engine: 'e', tool: 't' });
  if (claim.kind !== 'granted') throw new Error(claim.kind);
  return claim.lease;
}

function distant(token: string): Gateway {
  const client = new CoordinatorClient({ url: `http://127.0.0.1:${server.port}`, token });
  return remoteGateway({
    lease: () => ({ client, spentBeforeUsd: 0 }),
    stateDir: join(folder.path, 'worker'),
    runFolder: join(folder.path, 'worker/runs/demo'),
  });
}

async function openGate(from: Gateway, budgetUsd = 1, number = 1): Promise<AttemptGate> {
  return await from.openAttempt({
    attempt: `demo/${CELL.instance}/me/${number}`,
    models: [MODEL],
    budgetUsd,
    usageFile: join(folder.path, `worker/runs/demo/${CELL.instance}/me/${number}/usage.jsonl`),
  });
}

/** A call as an agent's client makes it, through the socket that its container has. */
async function call(
  gate: AttemptGate,
  token = gate.token,
): Promise<{ readonly status: number; readonly body: string }> {
  const sent = request({
    socketPath: join(gate.socketDir, SOCKET_NAME),
    method: 'POST',
    path: '/v1/messages',
    headers: {
      'content-type': 'application/json',
      'x-api-key': token,
      'anthropic-version': '2023-06-01',
    },
  });
  sent.end(
    JSON.stringify({ model: MODEL, max_tokens: 200, messages: [{ role: 'user', content: 'hi' }] }),
  );
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}

test('a call of a distant attempt is made, charged and recorded here', async () => {
  const held = lease();
  await using far = distant(held.token);
  await using gate = await openGate(far);
  const { status, body } = await call(gate);
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(body).toContain('hello');
  expect(body).not.toContain(KEY);
  await gate.concluded();
  expect(gate.spent()).toEqual({ usd: 0.0045, requests: 1, inputTokens: 1000, outputTokens: 100 });
  expect(far.spentUsd('anything')).toBe(0.0045);
  expect(gateway.spentUsd()).toBe(0.0045);
  const usage = await readFile(join(folder.path, `run/${CELL.instance}/me/1/usage.jsonl`), 'utf8');
  expect(usage.trim().split('\n')).toHaveLength(1);
});

test('nothing is paid after the lease has ended, and the next holder can go on', async () => {
  const old = lease();
  await using far = distant(old.token);
  await using gate = await openGate(far);
  expect((await call(gate)).status).toBe(200);
  now += LEASE_MS;
  const next = lease();
  await using near = distant(next.token);
  await using other = await openGate(near, 1, 2);
  await expect(call(gate)).rejects.toThrow(/hang up|ECONN/);
  // A stolen token of the other attempt does not help either: its gate is not reached.
  await expect(call(gate, other.token)).rejects.toThrow(/hang up|ECONN/);
  expect(await gate.providerFailed).toEqual({ detail: 'the lease of this attempt has ended' });
  expect((await call(other)).status).toBe(200);
  expect(gateway.spentUsd()).toBe(0.009);
  expect(provider.requests()).toHaveLength(2);
});

test('a spent budget ends a distant attempt as it does here', async () => {
  await using far = distant(lease().token);
  await using gate = await openGate(far, 0.001);
  expect((await call(gate)).status).toBeGreaterThanOrEqual(400);
  expect(await gate.exhausted).toMatchObject({ scope: 'attempt', budgetUsd: 0.001 });
  expect(provider.requests()).toHaveLength(0);
});

test('no worker gives itself more than the budget of the run, or writes elsewhere', async () => {
  const held = lease();
  await using far = distant(held.token);
  await using gate = await openGate(far, 1000);
  await gate.concluded();
  const client = new CoordinatorClient({
    url: `http://127.0.0.1:${server.port}`,
    token: held.token,
  });
  const wanted = {
    attempt: `demo/${CELL.instance}/me/1`,
    models: [MODEL],
    budget_usd: 1,
    spent_before_usd: 0,
  };
  for (const usage of [
    '../usage.jsonl',
    `${CELL.instance}/me/../../../usage.jsonl`,
    `${CELL.instance}/other/1/usage.jsonl`,
    `${CELL.instance}/me/1/attempt.json`,
  ]) {
    expect(await client.openGate({ ...wanted, usage })).toEqual({ kind: 'lost' });
  }
});
