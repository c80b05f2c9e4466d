import { EnvHttpProxyAgent, fetch as undiciFetch, type Dispatcher } from 'undici';

let agent: Dispatcher | undefined;

/** Like the global `fetch`, but uses the proxy of the environment variables. */
export function fetch(
  url: string,
  init: NonNullable<Parameters<typeof undiciFetch>[1]> = {},
): ReturnType<typeof undiciFetch> {
  agent ??= new EnvHttpProxyAgent();
  return undiciFetch(url, { dispatcher: agent, ...init });
}
