import { z } from 'zod';

const tokens = z.int().min(0);

/** What an attempt spent: the gateway's figures, and the client's own where it tells any. */
export const attemptUsageSchema = z.strictObject({
  usd: z.number().min(0),
  requests: z.int().min(0),
  /** All tokens of the prompts, those read from or written to a cache included. */
  input_tokens: tokens,
  output_tokens: tokens,
  client: z.strictObject({ input_tokens: tokens, output_tokens: tokens }).nullable(),
});

export type AttemptUsage = z.infer<typeof attemptUsageSchema>;
