import { usdFromNano, type NanoUsd } from '../money.ts';
import { NO_USAGE, promptTokens, type Usage } from '../usage.ts';
import type { ModelPrice, Rates } from './price-schema.ts';

/** $1 per million tokens is 1,000 nano-dollars per token. */
const NANO_PER_RATE = 1_000;

/** Computes the cost of tokens, rounded up. */
export function costOf(price: ModelPrice, usage: Usage): NanoUsd {
  const rates = ratesFor(price, promptTokens(usage));
  const cacheWrite = rates.cache_write ?? rates.input;
  const usdPerMillion =
    usage.inputTokens * rates.input +
    usage.cacheReadTokens * (rates.cache_read ?? rates.input) +
    usage.cacheWriteTokens * cacheWrite +
    usage.cacheWriteLongTokens * (rates.cache_write_1h ?? cacheWrite) +
    usage.outputTokens * rates.output;
  // The small correction compensates rounding errors of binary fractions.
  return Math.ceil(usdPerMillion * NANO_PER_RATE - 1e-3);
}

/**
 * Computes the cost of a call in dollars. Without `cachedTokens`, all input tokens are charged at the
 * full rate.
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

/** Computes the maximum cost of a prompt with at most this many tokens, for any use of caches. */
export function maxInputCost(price: ModelPrice, tokens: number, longCache: boolean): NanoUsd {
  const rates = ratesFor(price, tokens);
  const write = Math.max(rates.input, rates.cache_write ?? 0);
  const dearest = longCache ? Math.max(write, rates.cache_write_1h ?? 0) : write;
  return Math.ceil(tokens * dearest * NANO_PER_RATE);
}

/** Computes the cost of one output token after a prompt with at most this many tokens. */
export function outputNanoPerToken(price: ModelPrice, tokens: number): number {
  return ratesFor(price, tokens).output * NANO_PER_RATE;
}

function ratesFor(price: ModelPrice, tokens: number): Rates {
  const { long_context: long } = price;
  return long !== undefined && tokens > long.above_input_tokens
    ? long.usd_per_million
    : price.usd_per_million;
}
