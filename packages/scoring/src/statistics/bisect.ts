/**
 * Finds where an increasing function reaches a value, to the last bit. Bisection is slow (about 100
 * calls) but robust, and a table needs only a few quantiles.
 */
export function bisect(
  increasing: (at: number) => number,
  value: number,
  from: number,
  to: number,
): number {
  let low = from;
  let high = to;
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    if (increasing(middle) < value) low = middle;
    else high = middle;
  }
}
