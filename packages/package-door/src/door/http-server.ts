import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { listenInFolder } from '@refbench/models';

/** An answer of the door: the content of a file, or one line that says why there is none. */
export type Reply =
  | { readonly kind: 'file'; readonly file: string; readonly bytes: number; readonly type: string }
  | { readonly kind: 'refused'; readonly status: number; readonly line: string };

export type Handle = (request: {
  readonly method: string;
  readonly url: string;
  readonly accept: string;
}) => Promise<Reply>;

export interface DoorServer extends AsyncDisposable {
  /** Folder with the socket, for a read-only mount. */
  readonly socketDir: string;
}

const MAX_CONNECTIONS = 256;

/** Serves answers on a unix socket that any user of a container can reach. */
export async function openDoorServer(stateDir: string, handle: Handle): Promise<DoorServer> {
  const running = new Set<Promise<void>>();
  const server = createServer({ maxHeaderSize: 2 ** 14 }, (request, response) => {
    const work = respond(request, response, handle).catch(() => void response.destroy());
    running.add(work);
    void work.finally(() => running.delete(work));
  });
  server.maxConnections = MAX_CONNECTIONS;
  const folder = await listenInFolder(server, stateDir);
  return {
    socketDir: folder.path,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await Promise.all(running);
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handle,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  request.resume();
  const reply = await handle({ method, url, accept: headers.accept ?? '*/*' });
  if (reply.kind === 'refused') {
    // npm prints the field of an answer in JSON, pip and Maven the phrase, go and cargo the text.
    const isNpm = url.startsWith('/npm/');
    const isCargo = url.startsWith('/cargo/');
    const text = isNpm
      ? JSON.stringify({ error: reply.line })
      : isCargo
        ? JSON.stringify({ errors: [{ detail: reply.line }] })
        : `${reply.line}\n`;
    response.writeHead(reply.status, reply.line, {
      'content-type': isNpm || isCargo ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(method === 'HEAD' ? undefined : text);
    return;
  }
  response.writeHead(200, { 'content-type': reply.type, 'content-length': reply.bytes });
  if (method === 'HEAD') response.end();
  else await pipeline(createReadStream(reply.file), response);
}
