import { z } from 'zod';

/** Beyond any context: a figure above it is no count of tokens. */
const MOST_TOKENS = 1_000_000_000;

/** A provider's count. Negative, fractional, huge and non-numeric ones do not validate. */
export const tokenCountSchema: z.ZodType<number> = z.int().nonnegative().max(MOST_TOKENS);

export const maybeTokenCountSchema: z.ZodType<number | null | undefined> =
  tokenCountSchema.nullish();
