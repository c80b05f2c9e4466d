import { checkedFetch } from './checked-fetch.ts';
import { providerError } from './provider-error.ts';

export interface EmbeddingOptions {
  readonly model: string;
  /** Base URL including `/v1` of any server with OpenAI's protocol. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Number of texts per request, which common servers accept. */
const BATCH = 100;

/**
 * Computes the embedding vectors of texts, in order.
 * @throws RefbenchError kind `usage` for a wrong key or model, `infra-incomplete` if the server does
 * not respond
 */
export async function embedTexts(
  texts: readonly string[],
  { model, baseUrl, apiKey }: EmbeddingOptions,
): Promise<readonly (readonly number[])[]> {
  // Loaded lazily, because most commands do not call a model.
  const { default: Client, APIError } = await import('openai');
  const client = new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    fetch: checkedFetch(fetch, ({ data }) => Array.isArray(data)),
  });
  const vectors: (readonly number[])[] = [];
  try {
    for (let at = 0; at < texts.length; at += BATCH) {
      const input = texts.slice(at, at + BATCH);
      const { data } = await client.embeddings.create({ model, input, encoding_format: 'float' });
      const ordered = data.toSorted((left, right) => left.index - right.index);
      vectors.push(...ordered.map(({ embedding }) => embedding));
    }
  } catch (error) {
    if (error instanceof APIError) throw providerError(model, error);
    throw error;
  }
  return vectors;
}
