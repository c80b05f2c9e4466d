/**
 * Measures the overhead of the gateway: the time to the first byte and to the end of a streamed
 * response through it and directly, alternating, and its memory with 200 open streams. The provider
 * is a script in a separate process. The gateway shares this process only with the client. Goals:
 * p50 <= 2 ms added, RSS <= 200 MB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type ClientRequestArgs } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { loadPrices, startGateway } from '@refbench/models';
import { z } from 'zod';

const ROUNDS = 400;
const WARM_UP = 50;
const STREAMS = 200;
const GOAL_MS = 2;
const GOAL_BYTES = 200_000_000;
/** As large as the first request of a coding agent. */
const PROMPT = 'word '.repeat(10_000);
const MODEL = 'claude-sonnet-4-5';
const KEY = 'benchmark-key';

const folder = await mkdtemp(join(tmpdir(), 'refbench-gateway-'));
const provider = fork(fileURLToPath(new URL('gateway-provider.js', import.meta.url)));
try {
  const [message] = (await once(provider, 'message')) as [unknown];
  const { url } = z.object({ url: z.string() }).parse(message);
  await measure(url);
} finally {
  provider.kill();
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  await using gateway = await startGateway({
    stateDir: folder,
    ledgerFile: join(folder, 'ledger.jsonl'),
    prices: await loadPrices(),
    upstreams: { anthropic: { baseUrl: url, apiKey: KEY } },
    runBudgetUsd: null,
  });
  await using gate = await gateway.openAttempt({
    attempt: 'benchmark',
    models: [MODEL],
    budgetUsd: 1_000_000,
    usageFile: join(folder, 'usage.jsonl'),
  });
  const { hostname, port } = new URL(url);
  const agent = { agent: new Agent({ keepAlive: true, maxSockets: 1_000 }) };
  const routes = {
    direct: { ...agent, hostname, port, headers: { 'x-api-key': KEY } },
    gateway: {
      agent: new Agent({ keepAlive: true, maxSockets: 1_000 }),
      socketPath: join(gate.socketDir, 'gw.sock'),
      headers: { 'x-api-key': gate.token },
    },
  };

  const times = { direct: [] as Timing[], gateway: [] as Timing[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const route of ['direct', 'gateway'] as const) {
      const timing = await ask(routes[route], 'quick');
      if (round >= WARM_UP) times[route].push(timing);
    }
  }

  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const burst = { direct: 0, gateway: 0 };
  for (const route of ['direct', 'gateway'] as const) {
    peak = 0;
    await Promise.all(Array.from({ length: STREAMS }, () => ask(routes[route], 'slow')));
    burst[route] = peak;
  }
  clearInterval(watch);
  routes.direct.agent.destroy();
  routes.gateway.agent.destroy();

  const added = (share: number, part: keyof Timing): number =>
    quantile(times.gateway, share, part) - quantile(times.direct, share, part);
  const row = {
    direct_p50_ms: round(quantile(times.direct, 0.5, 'endMs')),
    direct_p99_ms: round(quantile(times.direct, 0.99, 'endMs')),
    added_first_byte_p50_ms: round(added(0.5, 'firstMs')),
    added_p50_ms: round(added(0.5, 'endMs')),
    added_p99_ms: round(added(0.99, 'endMs')),
    streams: STREAMS,
    rss_direct_mb: round(burst.direct / 1e6),
    rss_gateway_mb: round(burst.gateway / 1e6),
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  if (row.added_p50_ms > GOAL_MS || burst.gateway > GOAL_BYTES) process.exitCode = 1;
}

interface Timing {
  readonly firstMs: number;
  readonly endMs: number;
}

async function ask(route: ClientRequestArgs, pace: 'quick' | 'slow'): Promise<Timing> {
  const body = JSON.stringify({
    model: MODEL,
    max_tokens: 1_000,
    stream: true,
    messages: [{ role: 'user', content: `${pace} ${PROMPT}` }],
  });
  const started = performance.now();
  const outgoing = request({ ...route, method: 'POST', path: '/v1/messages' });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer>];
  let first: number | undefined;
  let text = '';
  for await (const chunk of response) {
    first ??= performance.now() - started;
    text = String(chunk);
  }
  if (!text.includes('message_stop')) throw new Error(`incomplete response: ${text.slice(0, 200)}`);
  return { firstMs: first ?? Number.NaN, endMs: performance.now() - started };
}

function quantile(timings: readonly Timing[], share: number, part: keyof Timing): number {
  const sorted = timings.map((timing) => timing[part]).sort((left, right) => left - right);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
