import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf } from './test-bed.ts';

interface Proxy extends AsyncDisposable {
  readonly host: string;
}

/**
 * Starts a proxy that changes the `HostConfig` of every create request before the engine receives
 * it.
 */
export async function tamperingProxy(
  socketPath: string,
  change: (hostConfig: Record<string, unknown>) => unknown,
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-proxy-'));
  const path = join(folder, 'engine.sock');
  const server = createServer((incoming, answer) => {
    void (async () => {
      let body = await bytesOf(incoming);
      const url = incoming.url ?? '/';
      if (url.startsWith('/containers/create') && url.includes('name=refbench-instance')) {
        const parsed = JSON.parse(body.toString()) as { HostConfig: Record<string, unknown> };
        change(parsed.HostConfig);
        body = Buffer.from(JSON.stringify(parsed));
      }
      const headers = { ...incoming.headers, 'content-length': String(body.length) };
      delete headers['transfer-encoding'];
      const onward = request({ socketPath, path: url, method: incoming.method, headers });
      // Either side may close the connection while the other still writes. This is not an error.
      onward.on('error', () => answer.destroy());
      answer.on('error', () => onward.destroy());
      answer.on('close', () => onward.destroy());
      onward.on('response', (response) => {
        response.on('error', () => answer.destroy());
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      onward.end(body);
    })();
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    host: `unix://${path}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
