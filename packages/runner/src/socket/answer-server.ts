import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenInFolder } from '@refbench/models';

/** The answer to a request from a container. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface AnswerServerOptions {
  readonly stateDir: string;
  readonly answer: (request: IncomingMessage) => Promise<Answer>;
  /** The first words of the answer if `answer` rejects, without a colon. */
  readonly failure: string;
  /** Waits for work that goes on when nobody waits for its answer any more. */
  readonly settled: () => Promise<unknown>;
}

/** A server on a unix socket that answers a container in plain text. */
export interface AnswerServer extends AsyncDisposable {
  /** Folder with the socket, for a read-only mount. */
  readonly socketDir: string;
}

/** Starts a server that any user of a container can reach through its socket. */
export async function openAnswerServer(options: AnswerServerOptions): Promise<AnswerServer> {
  const server = createServer((request, response) => void respond(request, response, options));
  const folder = await listenInFolder(server, options.stateDir);
  return {
    socketDir: folder.path,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await options.settled();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, failure }: AnswerServerOptions,
): Promise<void> {
  const { status, text } = await answer(request).catch((error: unknown) => ({
    status: 500,
    text: `${failure}: ${error instanceof Error ? error.message : 'unknown'}\n`,
  }));
  request.resume();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

/** Waits for work, but no longer than a time. Returns undefined if the work is still running. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([work, waited]);
  } finally {
    clearTimeout(timer);
  }
}
