export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The median; null without values. The median of an even number of values is the mean of the middle two. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** A number with the thing that is counted, in the plural if there is not exactly one: `3 files`. */
export function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A share from 0 to 1 in whole per cent. */
export function wholePercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** The same, rounded down: a share that misses a limit by little must not read as the limit. */
export function percentBelow(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
