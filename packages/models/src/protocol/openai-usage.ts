import { z } from 'zod';
import type { Usage } from '../usage.ts';
import { maybeTokenCountSchema, tokenCountSchema } from './token-count.ts';

const detailsSchema = z
  .looseObject({ cached_tokens: maybeTokenCountSchema, cache_write_tokens: maybeTokenCountSchema })
  .nullish();

/** Chat Completions and Responses name the same figures differently. */
const usageSchema = z.union([
  z
    .looseObject({
      prompt_tokens: tokenCountSchema,
      completion_tokens: tokenCountSchema,
      total_tokens: maybeTokenCountSchema,
      prompt_tokens_details: detailsSchema,
    })
    .transform((usage) => ({
      input: usage.prompt_tokens,
      output: usage.completion_tokens,
      total: usage.total_tokens,
      details: usage.prompt_tokens_details,
    })),
  z
    .looseObject({
      input_tokens: tokenCountSchema,
      output_tokens: tokenCountSchema,
      total_tokens: maybeTokenCountSchema,
      input_tokens_details: detailsSchema,
    })
    .transform((usage) => ({
      input: usage.input_tokens,
      output: usage.output_tokens,
      total: usage.total_tokens,
      details: usage.input_tokens_details,
    })),
]);

/** Parses usage, in which input tokens include cached ones. Returns undefined for implausible figures. */
export function openaiUsage(raw: unknown): Usage | undefined {
  const parsed = usageSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { input, output, total, details } = parsed.data;
  const read = details?.cached_tokens ?? 0;
  const written = details?.cache_write_tokens ?? 0;
  if (read + written > input) return undefined;
  return {
    inputTokens: input - read - written,
    cacheReadTokens: read,
    cacheWriteTokens: written,
    cacheWriteLongTokens: 0,
    // Some servers exclude reasoning from the output tokens, but not from the total.
    outputTokens: Math.max(output, (total ?? 0) - input),
  };
}
