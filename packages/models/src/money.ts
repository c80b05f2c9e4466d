const NANO_PER_USD = 1e9;

/**
 * Money inside is a whole number of 1e-9 US dollars: sums are exact, so that a ledger adds up. A price
 * of $0.05 per million tokens is 50 of them a token.
 */
export type NanoUsd = number;

/** Rounded down: a limit never grows. */
export function nanoFromUsd(usd: number): NanoUsd {
  return Math.floor(usd * NANO_PER_USD + 1e-3);
}

export function usdFromNano(nano: NanoUsd): number {
  return nano / NANO_PER_USD;
}
