import { z } from 'zod';

/** Larger than any context. Higher values are not valid token counts. */
const MAX_TOKENS = 1_000_000_000;

/** A token count of a provider. Negative, fractional, huge and non-numeric values are rejected. */
export const tokenCountSchema: z.ZodType<number> = z.int().nonnegative().max(MAX_TOKENS);

export const maybeTokenCountSchema: z.ZodType<number | null | undefined> =
  tokenCountSchema.nullish();
