const NANO_PER_USD = 1e9;

/**
 * Amounts are integers in units of 1e-9 US dollars, so sums are exact. A price of $0.05 per million
 * tokens is 50 units per token.
 */
export type NanoUsd = number;

/** Converts dollars and rounds down, so that a limit never grows. */
export function nanoFromUsd(usd: number): NanoUsd {
  return Math.floor(usd * NANO_PER_USD + 1e-3);
}

export function usdFromNano(nano: NanoUsd): number {
  return nano / NANO_PER_USD;
}
