import { errorText } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { versionResponse } from '../api/responses.ts';
import { EngineApi } from '../api/engine-api.ts';
import { endpointInputs, endpoints } from './endpoints.ts';
import { reachEndpoints, type ReachableEndpoint } from './reach-endpoints.ts';

/** The answer of one endpoint. */
export interface FoundSocket {
  /** The source that names the endpoint, for example `DOCKER_HOST` or `Podman`. */
  readonly source: string;
  readonly host: string;
  readonly state:
    | { readonly kind: 'answers'; readonly version: string }
    /** `isLate`: it may have answered later. */
    | { readonly kind: 'silent'; readonly reason: string; readonly isLate: boolean };
}

/**
 * Maximum wait for sockets that accept connections but never answer, regardless of their number.
 */
const ANSWER_MS = 5_000;

/**
 * Queries all endpoints at once. The result has the order in which `connectEngine` prefers them.
 */
export async function findSockets(
  options: { readonly host?: string } = {},
): Promise<readonly FoundSocket[]> {
  const named = await endpoints(endpointInputs(options.host));
  try {
    const { all, tunnel } = await reachEndpoints(named);
    await using _open = tunnel;
    return await askEndpoints(all);
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    const state = { kind: 'silent', reason: error.message, isLate: false } as const;
    return named.map(({ source, host }) => ({ source, host, state }));
  }
}

export async function askEndpoints(
  all: readonly ReachableEndpoint[],
  answerMs: number = ANSWER_MS,
): Promise<readonly FoundSocket[]> {
  return await Promise.all(
    all.map(async (endpoint): Promise<FoundSocket> => {
      const { source, host } = endpoint;
      return { source, host, state: await ask(endpoint, answerMs) };
    }),
  );
}

async function ask(endpoint: ReachableEndpoint, answerMs: number): Promise<FoundSocket['state']> {
  try {
    const answer = await new EngineApi(endpoint.address).json(
      { method: 'GET', path: '/version', timeoutMs: answerMs },
      versionResponse,
    );
    return { kind: 'answers', version: answer.Version };
  } catch (error) {
    return { kind: 'silent', reason: errorText(error), isLate: isTimeout(error) };
  }
}

/** Returns whether an engine did not answer in time. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/time|abort/i.test(`${error.name} ${error.message}`)) return true;
  return isTimeout(error.cause);
}
