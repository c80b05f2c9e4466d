import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rulesetSideSchema, type RulesetSide } from '@refbench/contracts';
import { digestOf } from '@refbench/files';
import { makeSocketFolder, SOCKET_NAME } from '@refbench/models';

/** What an agent in a container can ask for. */
export interface RuleDesk {
  /** Checks and registers rules. Returns the answer for the agent. */
  readonly register: (side: RulesetSide, rules: string) => Promise<string>;
  /** Ends the work. Returns the answer for the agent. */
  readonly finish: (summary: string) => Promise<string>;
}

export interface RuleServerOptions {
  readonly stateDir: string;
  readonly desk: RuleDesk;
  /**
   * Time after which a response says that the check is still running. The command in the container
   * then asks again.
   */
  readonly answerTimeoutMs: number;
}

/** A server that registers the rules of an agent in a container. */
export interface RuleServer extends AsyncDisposable {
  /** Folder with the socket, for a read-only mount. */
  readonly socketDir: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const MAX_BODY_BYTES = 400_000;

const TOO_LARGE: Answer = { status: 413, text: `more than ${MAX_BODY_BYTES} bytes\n` };

/**
 * Starts a server on a unix socket. Requests are handled one at a time. While a request runs, an equal
 * one waits for the same answer, so that a client can ask again after a time-out.
 */
export async function openRuleServer(options: RuleServerOptions): Promise<RuleServer> {
  const { desk, answerTimeoutMs } = options;
  const socketDir = await makeSocketFolder(options.stateDir);
  const running = new Map<string, Promise<string>>();
  let last: Promise<unknown> = Promise.resolve();
  let finished = false;

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = await readBody(request);
    if (body === undefined) return TOO_LARGE;
    const side = rulesetSideSchema.safeParse(searchParams.get('side'));
    const isRegister = request.method === 'POST' && pathname === '/register' && side.success;
    const isFinish = request.method === 'POST' && pathname === '/finish';
    if (!isRegister && !isFinish) {
      return { status: 404, text: 'use register-rules additive|reductive FILE, or finish-rules\n' };
    }
    if (finished) return { status: 409, text: 'The work has ended.\n' };
    const key = digestOf({ pathname, side: side.data ?? null, body });
    const work = (): Promise<string> =>
      isFinish ? desk.finish(body.slice(0, 4_000)) : desk.register(side.data ?? 'additive', body);
    const known = running.get(key);
    const result = known ?? last.then(work);
    if (known === undefined) {
      running.set(key, result);
      last = result.catch(() => undefined);
    }
    const text = await Promise.race([result, later(answerTimeoutMs)]).catch((error: unknown) => {
      running.delete(key);
      throw error;
    });
    if (text === undefined) return { status: 202, text: 'STILL RUNNING\n' };
    running.delete(key);
    finished ||= isFinish;
    return { status: 200, text: `${text}\n` };
  };

  const server = createServer((request, response) => void respond(request, response, answer));
  const path = join(socketDir, SOCKET_NAME);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o666);
  return {
    socketDir,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await last;
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

/** Reads a body as text. Returns undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage) => Promise<Answer>,
): Promise<void> {
  const { status, text } = await answer(request).catch((error: unknown) => ({
    status: 500,
    text: `the rules could not be checked: ${error instanceof Error ? error.message : 'unknown'}\n`,
  }));
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

/** Resolves with undefined after a time, without keeping the process alive. */
function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
