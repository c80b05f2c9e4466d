import { EnvHttpProxyAgent, fetch as undiciFetch, type Dispatcher } from 'undici';

let agent: Dispatcher | undefined;

/** As the global one, and through the proxy that the environment names. */
export function fetch(
  url: string,
  init: NonNullable<Parameters<typeof undiciFetch>[1]> = {},
): ReturnType<typeof undiciFetch> {
  agent ??= new EnvHttpProxyAgent();
  return undiciFetch(url, { dispatcher: agent, ...init });
}
