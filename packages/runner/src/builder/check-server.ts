import type { IncomingMessage } from 'node:http';
import {
  openAnswerServer,
  withTimeout,
  type Answer,
  type AnswerServer,
} from '../socket/answer-server.ts';
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
export interface CheckServer extends AnswerServer {
  /** Returns the verdict on files from another source. Earlier verdicts are reused. */
  readonly decide: (files: RecipeFiles) => Promise<CandidateVerdict>;
  /** Number of different candidates that were tried. */
  readonly candidates: () => number;
}

/**
 * Starts a server that accepts tars of /scripts on a unix socket. Equal scripts are one candidate:
 * a repeated request gets the same verdict, or waits for the running check.
 */
export async function openCheckServer(options: CheckServerOptions): Promise<CheckServer> {
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

  const server = await openAnswerServer({
    stateDir: options.stateDir,
    answer,
    failure: 'the check failed',
    settled: () => last,
  });
  return { ...server, decide, candidates: () => verdicts.size };
}
