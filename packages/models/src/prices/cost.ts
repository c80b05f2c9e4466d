import { usdFromNano, type NanoUsd } from '../money.ts';
import { NO_USAGE, promptTokens, type Usage } from '../usage.ts';
import type { ModelPrice, Rates } from './price-schema.ts';

/** $1 per million tokens is 1,000 nano-dollars a token. */
const NANO_PER_RATE = 1_000;

/** What the provider bills for these tokens, rounded up. */
export function costOf(price: ModelPrice, usage: Usage): NanoUsd {
  const rates = ratesFor(price, promptTokens(usage));
  const cacheWrite = rates.cache_write ?? rates.input;
  const usdPerMillion =
    usage.inputTokens * rates.input +
    usage.cacheReadTokens * (rates.cache_read ?? rates.input) +
    usage.cacheWriteTokens * cacheWrite +
    usage.cacheWriteLongTokens * (rates.cache_write_1h ?? cacheWrite) +
    usage.outputTokens * rates.output;
  // The small number takes back what binary fractions add: 3 x 0.1 is not a token dearer than 0.3.
  return Math.ceil(usdPerMillion * NANO_PER_RATE - 1e-3);
}

/**
 * Dollars for a call of so many tokens at this price. Without `cachedTokens` it is the worst case for a
 * provider that caches reads, as no token is taken for a cached one.
 */
export function usdOfCall(
  price: ModelPrice,
  tokens: {
    readonly inputTokens: number;
    readonly cachedTokens?: number | undefined;
    readonly outputTokens: number;
  },
): number {
  const { inputTokens, cachedTokens = 0, outputTokens } = tokens;
  const usage = { ...NO_USAGE, cacheReadTokens: cachedTokens, outputTokens };
  return usdFromNano(costOf(price, { ...usage, inputTokens: inputTokens - cachedTokens }));
}

/** The most that a prompt of at most so many tokens can cost, whatever a cache does with it. */
export function dearestInput(price: ModelPrice, tokens: number, longCache: boolean): NanoUsd {
  const rates = ratesFor(price, tokens);
  const write = Math.max(rates.input, rates.cache_write ?? 0);
  const dearest = longCache ? Math.max(write, rates.cache_write_1h ?? 0) : write;
  return Math.ceil(tokens * dearest * NANO_PER_RATE);
}

/** What one token of an answer costs behind a prompt of at most so many tokens. */
export function outputNanoPerToken(price: ModelPrice, tokens: number): number {
  return ratesFor(price, tokens).output * NANO_PER_RATE;
}

function ratesFor(price: ModelPrice, tokens: number): Rates {
  const { long_context: long } = price;
  return long !== undefined && tokens > long.above_input_tokens
    ? long.usd_per_million
    : price.usd_per_million;
}
