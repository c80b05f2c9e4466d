import { RefbenchError } from '@refbench/contracts';
import type { Provider } from '../prices/price-schema.ts';

export interface Upstream {
  /**
   * The base URL without the API path, as in the variables of the clients; for OpenAI including `/v1`.
   */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export type Upstreams = Readonly<Partial<Record<Provider, Upstream>>>;

interface Variables {
  readonly key: string;
  readonly url: string;
  readonly defaultUrl: string;
}

export const UPSTREAM_VARIABLES: Readonly<Record<Provider, Variables>> = {
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    url: 'ANTHROPIC_BASE_URL',
    defaultUrl: 'https://api.anthropic.com',
  },
  openai: {
    key: 'OPENAI_API_KEY',
    url: 'OPENAI_BASE_URL',
    defaultUrl: 'https://api.openai.com/v1',
  },
  gemini: {
    key: 'GEMINI_API_KEY',
    url: 'GEMINI_BASE_URL',
    defaultUrl: 'https://generativelanguage.googleapis.com',
  },
};

/**
 * Returns the providers with a key in the environment of the user.
 * @throws RefbenchError kind `usage` for an invalid URL
 */
export function upstreamsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Upstreams {
  const found = Object.entries(UPSTREAM_VARIABLES).flatMap(([provider, names]) => {
    const apiKey = env[names.key];
    if (apiKey === undefined || apiKey === '') return [];
    const baseUrl = env[names.url] ?? '';
    const checked = baseUrl === '' ? names.defaultUrl : checkUrl(baseUrl, names.url);
    return [[provider, { baseUrl: checked, apiKey }] as const];
  });
  return Object.fromEntries(found);
}

function checkUrl(text: string, variable: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new RefbenchError({
    kind: 'usage',
    message: `${variable} is not a valid HTTP URL`,
    hint: `set it to an HTTP URL, for example ${UPSTREAM_VARIABLES.openai.defaultUrl}, or unset it`,
  });
}
