import { errorText } from '@refbench/base';
import { versionResponse } from '../api/responses.ts';
import { EngineApi } from '../api/engine-api.ts';
import { endpointInputs, endpoints, type Endpoint } from './endpoints.ts';

/** The answer of one endpoint. */
export interface FoundSocket {
  /** The source that names the endpoint, for example `DOCKER_HOST` or `Podman`. */
  readonly source: string;
  readonly host: string;
  readonly state:
    | { readonly kind: 'answers'; readonly version: string }
    | { readonly kind: 'silent'; readonly reason: string };
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
  return await askEndpoints(await endpoints(endpointInputs(options.host)));
}

export async function askEndpoints(
  all: readonly Endpoint[],
  answerMs: number = ANSWER_MS,
): Promise<readonly FoundSocket[]> {
  return await Promise.all(
    all.map(async (endpoint): Promise<FoundSocket> => {
      const { source, host } = endpoint;
      return { source, host, state: await ask(endpoint, answerMs) };
    }),
  );
}

async function ask(endpoint: Endpoint, answerMs: number): Promise<FoundSocket['state']> {
  try {
    const answer = await new EngineApi(endpoint.address).json(
      { method: 'GET', path: '/version', timeoutMs: answerMs },
      versionResponse,
    );
    return { kind: 'answers', version: answer.Version };
  } catch (error) {
    return { kind: 'silent', reason: errorText(error) };
  }
}
