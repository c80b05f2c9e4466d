import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '@refbench/base';
import { z } from 'zod';
import { routeOf, type Route } from '../gateway/route.ts';
import { render } from './render.ts';
import { replyOf } from './reply.ts';
import { viewRequest, type RequestView } from './request-view.ts';
import type { ScriptRule, ServerScript } from './script.ts';

export interface ServedRequest {
  readonly path: string;
  readonly protocol: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as received. */
  readonly body: string;
  /** Number of tool results in the request. */
  readonly results: number;
  /** Index of the rule that matched; undefined if none did. */
  readonly rule: number | undefined;
}

export interface ModelServerOptions {
  readonly script: ServerScript;
  /** The default 0 chooses a free port. */
  readonly port?: number;
}

export interface ModelServer extends AsyncDisposable {
  /** Without a path. OpenAI clients need `/v1` after it. */
  readonly url: string;
  readonly requests: () => readonly ServedRequest[];
}

type CallRoute = Extract<Route, { kind: 'call' }>;

const bodySchema = z.record(z.string(), z.unknown());

/**
 * Starts a provider with scripted answers in all four protocols. Equal requests get equal answers,
 * except for rules with a limited number of uses, so retries do not change the result.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { script } = options;
  const served: ServedRequest[] = [];
  const used = new Map<ScriptRule, number>();
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const route = routeOf(request.method ?? '', request.url ?? '');
    if (route.kind !== 'call') {
      response.writeHead(route.kind === 'unknown' ? 404 : 200).end();
      return;
    }
    const body = parseJson(text, bodySchema);
    const members = body.kind === 'valid' ? body.value : {};
    const view = viewRequest(route.protocol.name, members);
    const named = members['model'];
    const model = typeof named === 'string' ? named : (route.facts.model ?? '');
    const at = route.free ? -1 : ruleFor(view, model);
    const rule = script.rules[at];
    served.push({
      path: request.url ?? '',
      protocol: route.protocol.name,
      model,
      headers: request.headers,
      body: text,
      results: view.results,
      rule: rule === undefined ? undefined : at,
    });
    if (route.free) {
      sendJson(response, 200, { input_tokens: 100, totalTokens: 100 });
    } else if (rule === undefined) {
      sendJson(response, 400, {
        error: { message: `no rule of the script fits (${view.results})` },
      });
    } else {
      used.set(rule, (used.get(rule) ?? 0) + 1);
      const stream = members['stream'] === true || route.facts.stream;
      await play({ rule, route, view, model, stream, usage: script.usage }, response);
    }
  }

  function ruleFor(view: RequestView, model: string): number {
    return script.rules.findIndex(
      (rule) => (used.get(rule) ?? 0) < (rule.times ?? Infinity) && fits(rule, view, model),
    );
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => [...served],
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function fits({ when = {} }: ScriptRule, view: RequestView, model: string): boolean {
  const { prompt, model: wanted, results, tools } = when;
  return (
    (prompt === undefined || view.prompt.includes(prompt)) &&
    (wanted === undefined || model === wanted) &&
    (results === undefined || view.results === results) &&
    (tools === undefined || view.tools.length > 0 === tools)
  );
}

interface Performance {
  readonly rule: ScriptRule;
  readonly route: CallRoute;
  readonly view: RequestView;
  readonly model: string;
  readonly stream: boolean;
  readonly usage: ServerScript['usage'];
}

async function play(performance: Performance, response: ServerResponse): Promise<void> {
  const { rule, route, view, model, stream, usage } = performance;
  const { fault } = rule;
  if (typeof fault === 'object') {
    const { status, retry_after: after, code } = fault;
    if (after !== undefined) response.setHeader('retry-after', String(after));
    const error = {
      type: code ?? `scripted_${status}`,
      code,
      message: `scripted status ${status}`,
    };
    sendJson(response, status, { type: 'error', error });
    return;
  }
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const { whole, pieces } = render(route.protocol.name, replyOf(rule, view, { model, usage }));
  if (!stream) {
    if (fault === 'garbage') response.end('{"this is not');
    else sendJson(response, 200, whole);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (fault === 'empty') response.end();
  else if (fault === 'garbage') response.end('data: {"this is not\n\n');
  else if (fault === 'endless') await babble(pieces, response);
  else await speak(fault === 'cut' ? pieces.slice(0, -2) : pieces, rule, response);
  if (fault === 'cut') response.socket?.resetAndDestroy();
  else response.end();
}

async function speak(
  pieces: readonly string[],
  rule: ScriptRule,
  response: ServerResponse,
): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    if (rule.chunk_ms !== undefined) await sleep(rule.chunk_ms);
  }
  // Makes sure that the bytes are sent before a following reset.
  if (rule.fault === 'cut') await sleep(20);
}

async function babble(pieces: readonly string[], response: ServerResponse): Promise<void> {
  const [first = '', second = first] = pieces;
  response.write(first);
  while (!response.destroyed) {
    response.write(second);
    await sleep(5);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
