import { setTimeout as sleep } from 'node:timers/promises';
import { RefbenchError } from '@refbench/contracts';
import { fetchThroughProxy, retryAfterMs, errorText } from '@refbench/base';

export interface GithubClientOptions {
  /** `https://api.github.com`, or the URL of an Enterprise server. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** Called when the client waits for its rate limit. */
  readonly onWait?: (seconds: number) => void;
  readonly signal?: AbortSignal | undefined;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  readonly now?: () => number;
}

interface GithubResponse {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
}

interface GithubRequest {
  readonly path: string;
  /** JSON body of a POST request. If absent, the request is a GET. */
  readonly body?: unknown;
  /** ETag of a stored response. The status 304 does not count towards the rate limit. */
  readonly etag?: string | undefined;
}

export interface GithubClient {
  readonly hasToken: boolean;
  readonly ask: (request: GithubRequest) => Promise<GithubResponse>;
}

const TRIES = 6;
const MAX_WAIT_SECONDS = 3_700;

/** Sends one request at a time, as GitHub requires. Waits for rate limits instead of failing. */
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
          const response = await fetchThroughProxy(`${baseUrl}${path}`, {
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
          problem = `status ${status}`;
          await wait(Math.min(seconds, MAX_WAIT_SECONDS));
        } catch (error) {
          signal?.throwIfAborted();
          if (RefbenchError.isInstance(error)) throw error;
          problem = errorText(error);
          await wait(2 ** attempt);
        }
      }
      throw new RefbenchError({
        kind: 'infra-incomplete',
        message: `${baseUrl} did not answer ${path.split('?')[0]}: ${problem}`,
        hint: 'run the same command later to continue',
      });
    },
  };
}

interface Headers {
  readonly get: (name: string) => string | null;
}

/**
 * Returns undefined if the response is final. The primary rate limit states its end, the secondary
 * one a duration.
 */
function secondsToWait(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
  attempt: number,
  now: number,
): number | undefined {
  const afterMs = retryAfterMs(headers.get('retry-after'), now);
  const after = afterMs === undefined ? undefined : afterMs / 1_000;
  if (status >= 500) return after ?? 2 ** attempt;
  const isLimit = status === 429 || (status === 403 && /rate limit|abuse/i.test(text));
  if (!isLimit && !/"type":\s*"RATE_LIMITED"/.test(text)) return undefined;
  if (after !== undefined) return after;
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
    message: 'GitHub rejected the token',
    hint: 'set GITHUB_TOKEN to a valid token; public repositories need no scope',
  });
}
