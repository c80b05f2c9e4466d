import { z } from 'zod';

const tokens = z.int().min(0);

/** Usage of an attempt according to the gateway, and according to the client if it reports any. */
export const attemptUsageSchema = z.strictObject({
  usd: z.number().min(0),
  requests: z.int().min(0),
  /** All prompt tokens, including those read from or written to a cache. */
  input_tokens: tokens,
  output_tokens: tokens,
  client: z.strictObject({ input_tokens: tokens, output_tokens: tokens }).nullable(),
});

export type AttemptUsage = z.infer<typeof attemptUsageSchema>;
