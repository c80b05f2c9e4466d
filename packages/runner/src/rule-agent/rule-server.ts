import type { IncomingMessage } from 'node:http';
import { rulesetSideSchema, type RulesetSide } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import {
  openAnswerServer,
  withTimeout,
  type Answer,
  type AnswerServer,
} from '../socket/answer-server.ts';

/** What an agent in a container can ask for. */
export interface RuleRequests {
  /** Checks and registers rules. Returns the answer for the agent. */
  readonly register: (side: RulesetSide, rules: string) => Promise<string>;
  /** Ends the work. Returns the answer for the agent. */
  readonly finish: (summary: string) => Promise<string>;
}

export interface RuleServerOptions {
  readonly stateDir: string;
  readonly requests: RuleRequests;
  /**
   * Time after which a response says that the check is still running. The command in the container
   * then asks again.
   */
  readonly answerTimeoutMs: number;
}

const MAX_BODY_BYTES = 400_000;

const TOO_LARGE: Answer = { status: 413, text: `more than ${MAX_BODY_BYTES} bytes\n` };

/**
 * Starts a server that registers the rules of an agent in a container. Requests are handled one at a time. While a request runs, an equal
 * one waits for the same answer, so that a client can ask again after a time-out.
 */
export async function openRuleServer(options: RuleServerOptions): Promise<AnswerServer> {
  const { stateDir, requests, answerTimeoutMs } = options;
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
      isFinish
        ? requests.finish(body.slice(0, 4_000))
        : requests.register(side.data ?? 'additive', body);
    const known = running.get(key);
    const result = known ?? last.then(work);
    if (known === undefined) {
      running.set(key, result);
      last = result.catch(() => undefined);
    }
    const text = await withTimeout(result, answerTimeoutMs).catch((error: unknown) => {
      running.delete(key);
      throw error;
    });
    if (text === undefined) return { status: 202, text: 'STILL RUNNING\n' };
    running.delete(key);
    finished ||= isFinish;
    return { status: 200, text: `${text}\n` };
  };

  return await openAnswerServer({
    stateDir,
    answer,
    failure: 'the rules could not be checked',
    settled: () => last,
  });
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
