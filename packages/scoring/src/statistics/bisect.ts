/**
 * Where an increasing function reaches a value, to the last bit that halving can tell.
 * Slow (about 100 calls) and hard to get wrong: quantiles are asked for a few times a table.
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
