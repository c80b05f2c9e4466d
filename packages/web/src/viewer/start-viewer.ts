import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RefbenchError } from '@refbench/contracts';
import { appAssets, type AppAssets } from '../app-assets.ts';
import { answerApi } from './answer-api.ts';
import { ChangeEvents } from './change-events.ts';
import { RunStore, type RunStoreOptions } from './run-store.ts';

export interface ViewerOptions extends RunStoreOptions {
  /** 0 chooses a free port. */
  readonly port: number;
}

export interface Viewer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves the runs of a folder as pages on 127.0.0.1. It reads only, and answers only requests that
 * name this host, so that no page of another site can read runs through a name that it controls.
 * @throws RefbenchError kind `usage` if the port is taken
 */
export async function startViewer(options: ViewerOptions): Promise<Viewer> {
  const assets = await appAssets();
  const store = new RunStore(options);
  const events = new ChangeEvents(() => store.version());
  const server = createServer((request, response) => {
    answer(request, response, { assets, store, events }).catch((error: unknown) => {
      sendError(response, error);
    });
  });
  server.listen(options.port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new RefbenchError({
      kind: 'usage',
      message: `port ${options.port} cannot be used: ${String(error)}`,
      hint: 'choose another one with --port, or leave it out for a free one',
      cause: error,
    });
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      events[Symbol.dispose]();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Parts {
  readonly assets: AppAssets;
  readonly store: RunStore;
  readonly events: ChangeEvents;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { assets, store, events }: Parts,
): Promise<void> {
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')) {
    send(response, 403, 'text/plain', 'This server answers only requests to 127.0.0.1.');
    return;
  }
  if (request.method !== 'GET') {
    send(response, 405, 'text/plain', 'Only GET is allowed.');
    return;
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  switch (url.pathname) {
    case '/':
      send(response, 200, 'text/html', PAGE);
      return;
    case '/app.js':
      send(response, 200, 'text/javascript', assets.script);
      return;
    case '/app.css':
      send(response, 200, 'text/css', assets.style);
      return;
    case '/api/events':
      events.add(response);
      return;
  }
  const found = await answerApi(store, url);
  if (found === undefined) send(response, 404, 'text/plain', 'There is nothing here.');
  else send(response, 200, 'application/json', JSON.stringify(found));
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Runs – RefBench</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/app.css">
</head>
<body>
<div id="app"><noscript>This page needs JavaScript.</noscript></div>
<script src="/app.js"></script>
</body>
</html>
`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  response.end(body);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isKnown = RefbenchError.isInstance(error);
  send(response, isKnown ? 404 : 500, 'text/plain', isKnown ? error.message : String(error));
}
