import { z } from 'zod';

export type Provider = 'anthropic' | 'openai' | 'gemini';

/** US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined;
  /** Writing to a cache for five minutes. */
  readonly cache_write?: number | undefined;
  readonly cache_write_1h?: number | undefined;
}

export interface ModelPrice {
  /** The provider that serves the model. Without one, any configured provider is used. */
  readonly provider?: Provider | undefined;
  readonly aliases: readonly string[];
  readonly context_tokens?: number | undefined;
  readonly max_output_tokens: number;
  readonly usd_per_million: Rates;
  /** The rates of a call whose prompt exceeds the threshold. */
  readonly long_context?:
    | { readonly above_input_tokens: number; readonly usd_per_million: Rates }
    | undefined;
  /** Where the price was published. Undefined for the source of the whole file. */
  readonly source?: string | undefined;
  /** The price holds from this date (ISO). Undefined if that is unknown. */
  readonly since?: string | undefined;
  /** By this date (ISO), the provider no longer charged this price. Undefined if it still holds. */
  readonly ended?: string | undefined;
  /** The provider has announced that it stops serving the model on this date (ISO). */
  readonly retires?: string | undefined;
}

export interface PriceFile {
  /** The date of the prices (ISO). */
  readonly date: string;
  readonly source: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
}

const usdSchema = z.number().nonnegative();
const ratesSchema = z.strictObject({
  input: usdSchema,
  output: usdSchema,
  cache_read: usdSchema.optional(),
  cache_write: usdSchema.optional(),
  cache_write_1h: usdSchema.optional(),
});

const modelsSchema = z.record(
  z.string().min(1),
  z.strictObject({
    provider: z.enum(['anthropic', 'openai', 'gemini']).optional(),
    aliases: z.array(z.string().min(1)).default([]),
    context_tokens: z.int().positive().optional(),
    max_output_tokens: z.int().positive(),
    usd_per_million: ratesSchema,
    long_context: z
      .strictObject({ above_input_tokens: z.int().positive(), usd_per_million: ratesSchema })
      .optional(),
    source: z.string().min(1).optional(),
    since: z.iso.date().optional(),
    ended: z.iso.date().optional(),
    retires: z.iso.date().optional(),
  }),
);

export const priceFileSchema: z.ZodType<PriceFile> = z.strictObject({
  date: z.iso.date(),
  source: z.string().min(1),
  models: modelsSchema,
});

/** The schema of overrides: the same entries, with optional date and source. */
export const priceOverridesSchema: z.ZodType<Pick<PriceFile, 'models'>> = z.strictObject({
  date: z.iso.date().optional(),
  source: z.string().min(1).optional(),
  models: modelsSchema,
});
