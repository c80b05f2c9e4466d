import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSocketFolder, SOCKET_NAME } from '@refbench/models';
import { candidateDigest, type CandidateVerdict, type RecipeFiles } from './candidate.ts';
import { readRecipeArchive } from './recipe-archive.ts';
import { verdictReport } from './verdict-report.ts';

export interface CheckServerOptions {
  readonly stateDir: string;
  /** Builds and validates a candidate. The server calls it for one candidate at a time. */
  readonly decide: (files: RecipeFiles) => Promise<CandidateVerdict>;
  /** Maximum number of different candidates. Each costs an image and up to four suite runs. */
  readonly maxCandidates: number;
  /**
   * Time after which a response says that the check is still running. It must be shorter than the
   * time-outs of agents' tools.
   */
  readonly answerTimeoutMs: number;
}

/** A server that tells a container whether its scripts would be admitted. */
export interface CheckServer extends AsyncDisposable {
  /** Folder with the socket, for a read-only mount. */
  readonly socketDir: string;
  /** Returns the verdict on files from another source. Earlier verdicts are reused. */
  readonly decide: (files: RecipeFiles) => Promise<CandidateVerdict>;
  /** Number of different candidates that were tried. */
  readonly candidates: () => number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Starts a server that accepts tars of /scripts on a unix socket. Equal scripts are one candidate:
 * a repeated request gets the same verdict, or waits for the running check.
 */
export async function openCheckServer(options: CheckServerOptions): Promise<CheckServer> {
  const socketDir = await makeSocketFolder(options.stateDir);
  const verdicts = new Map<string, Promise<CandidateVerdict>>();
  let last: Promise<unknown> = Promise.resolve();
  const decide = (files: RecipeFiles): Promise<CandidateVerdict> => {
    const digest = candidateDigest(files);
    const known = verdicts.get(digest);
    if (known !== undefined) return known;
    const verdict = last.then(() => options.decide(files));
    verdicts.set(digest, verdict);
    // An infrastructure failure is not a verdict. The next request tries again.
    last = verdict.catch(() => verdicts.delete(digest));
    return verdict;
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method !== 'POST' || request.url !== '/check') {
      return { status: 404, text: 'POST /check takes a tar of /scripts\n' };
    }
    const archive = await readRecipeArchive(request);
    if (archive.kind === 'invalid') return { status: 422, text: verdictReport(archive) };
    const known = verdicts.has(candidateDigest(archive.files));
    if (!known && verdicts.size >= options.maxCandidates) {
      const text = `All ${options.maxCandidates} checks are used. Leave your current scripts.\n`;
      return { status: 429, text };
    }
    const verdict = await withTimeout(decide(archive.files), options.answerTimeoutMs);
    return verdict === undefined
      ? {
          status: 202,
          text: 'STILL RUNNING: repeat the request without changes to wait for the verdict\n',
        }
      : { status: verdict.kind === 'admitted' ? 200 : 422, text: verdictReport(verdict) };
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
    decide,
    candidates: () => verdicts.size,
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

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage) => Promise<Answer>,
): Promise<void> {
  const { status, text } = await answer(request).catch((error: unknown) => ({
    status: 500,
    text: `the check failed: ${error instanceof Error ? error.message : 'unknown'}\n`,
  }));
  request.resume();
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

async function withTimeout<T>(work: Promise<T>, answerTimeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answerTimeoutMs);
  });
  try {
    return await Promise.race([work, waited]);
  } finally {
    clearTimeout(timer);
  }
}
