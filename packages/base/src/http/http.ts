import { EnvHttpProxyAgent, fetch as undiciFetch, type Dispatcher } from 'undici';

const VARIABLES = [
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
];

let known: { readonly settings: string; readonly agent: Dispatcher } | undefined;

/** The agent of the current proxy, which keeps connections for later requests. */
function currentAgent(): Dispatcher {
  const settings = JSON.stringify(VARIABLES.map((name) => process.env[name]));
  if (known?.settings !== settings) known = { settings, agent: new EnvHttpProxyAgent() };
  return known.agent;
}

/** Like the global `fetch`, but uses the proxy of the environment variables. */
export function fetchThroughProxy(
  url: string,
  init: NonNullable<Parameters<typeof undiciFetch>[1]> = {},
): ReturnType<typeof undiciFetch> {
  return undiciFetch(url, { dispatcher: currentAgent(), ...init });
}
