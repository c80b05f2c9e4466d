import { providerError } from './turn.ts';

export interface EmbeddingOptions {
  readonly model: string;
  /** With its `/v1`; any server that speaks OpenAI's protocol. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Texts of one request; what servers commonly take. */
const BATCH = 100;

/**
 * Vectors of texts, in their order.
 * @throws RefbenchError kind `usage` for a wrong key or model, `infra-incomplete` where nobody answers
 */
export async function embedTexts(
  texts: readonly string[],
  { model, baseUrl, apiKey }: EmbeddingOptions,
): Promise<readonly (readonly number[])[]> {
  // Loaded with the first question: most commands ask none.
  const { default: Client, APIError } = await import('openai');
  const client = new Client({ apiKey, baseURL: baseUrl, organization: null, project: null });
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
