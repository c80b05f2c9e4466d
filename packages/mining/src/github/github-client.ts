import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { fetch } from '../http.ts';

export interface GithubClientOptions {
  /** `https://api.github.com`, or that of an Enterprise server. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** Told when the client waits for its rate limit. */
  readonly onWait?: (seconds: number) => void;
  readonly signal?: AbortSignal | undefined;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  readonly now?: () => number;
}

interface GithubAnswer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
}

interface GithubRequest {
  readonly path: string;
  /** JSON of a POST; without it, a GET. */
  readonly body?: unknown;
  /** Of an answer that is kept: 304 costs nothing of the rate limit. */
  readonly etag?: string | undefined;
}

export interface GithubClient {
  readonly hasToken: boolean;
  readonly ask: (request: GithubRequest) => Promise<GithubAnswer>;
}

const TRIES = 6;
const MAX_WAIT_SECONDS = 3_700;

/** One request at a time, as GitHub asks of its clients. Waits out its limits instead of failing. */
export function githubClient(options: GithubClientOptions): GithubClient {
  const { baseUrl, token, onWait, signal, now = Date.now } = options;
  const rest = options.sleep ?? ((milliseconds) => sleep(milliseconds, undefined, { signal }));
  const wait = async (seconds: number): Promise<void> => {
    onWait?.(seconds);
    await rest(seconds * 1000);
  };
  return {
    hasToken: token !== undefined,
    async ask({ path, body, etag }) {
      let problem = '';
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        signal?.throwIfAborted();
        try {
          const response = await fetch(`${baseUrl}${path}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: headersOf(token, etag),
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            ...(signal === undefined ? {} : { signal }),
          });
          const text = await response.text();
          const { status } = response;
          const seconds = secondsToWait(response, text, attempt, now());
          if (seconds === undefined) {
            if (status === 401) throw badToken();
            return { status, text, etag: response.headers.get('etag') ?? undefined };
          }
          problem = `it answered ${status}`;
          await wait(Math.min(seconds, MAX_WAIT_SECONDS));
        } catch (error) {
          signal?.throwIfAborted();
          if (RefbenchError.isInstance(error)) throw error;
          problem = error instanceof Error ? error.message : String(error);
          await wait(2 ** attempt);
        }
      }
      throw new RefbenchError({
        kind: 'infra-incomplete',
        message: `${baseUrl} gave no answer to ${path.split('?')[0]}: ${problem}`,
        hint: 'run the same command later: it goes on where this one ended',
      });
    },
  };
}

interface Headers {
  readonly get: (name: string) => string | null;
}

/** Undefined for an answer that stands; the primary limit says when it ends, the secondary how long. */
function secondsToWait(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
  attempt: number,
  now: number,
): number | undefined {
  if (status >= 500) return 2 ** attempt;
  const isLimit = status === 429 || (status === 403 && /rate limit|abuse/i.test(text));
  if (!isLimit && !/"type":\s*"RATE_LIMITED"/.test(text)) return undefined;
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(after) && after >= 0) return after;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  const isSpent = headers.get('x-ratelimit-remaining') === '0';
  if (isSpent && Number.isFinite(reset)) return Math.max(1, reset - now / 1000 + 1);
  return 60 * 2 ** attempt;
}

function headersOf(token: string | undefined, etag: string | undefined): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    'content-type': 'application/json',
    'user-agent': 'refbench',
    'x-github-api-version': '2022-11-28',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
  };
}

function badToken(): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: 'GitHub refuses the token',
    hint: 'set GITHUB_TOKEN to one that is valid; it needs no scope for public repositories',
  });
}
