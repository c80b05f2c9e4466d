/** A formatted table. CSV files contain the unrounded values. */
export interface Table {
  /** Identifier for file names and anchors. */
  readonly id: string;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Formats a share as a percentage with one decimal, as in the paper. */
export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : (value * 100).toFixed(1);
}

/** Formats a mean with half the width of its symmetric interval, e.g. `72.0 ±9.0`. */
export function percentWithHalf(
  value: number,
  interval: { readonly low: number; readonly high: number } | null,
): string {
  if (interval === null) return percent(value);
  return `${percent(value)} ±${percent((interval.high - interval.low) / 2)}`;
}

/** Formats a difference of shares with its sign. */
export function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${percent(value)}`;
}

/** Formats an interval of shares, e.g. `[61.2, 80.4]`. */
export function percentRange(
  interval: { readonly low: number; readonly high: number } | null,
): string {
  return interval === null ? '-' : `[${percent(interval.low)}, ${percent(interval.high)}]`;
}

/** Formats a p-value or q-value, never rounded to 0. */
export function probability(value: number): string {
  return value < 0.0001 ? '<0.0001' : value.toFixed(4);
}

/** Formats an effect size with its interval, e.g. `0.42 [0.10, 0.75]`. */
export function effect(one: {
  readonly effect: number | null;
  readonly effectInterval: { readonly low: number; readonly high: number } | null;
}): string {
  if (one.effect === null) return '-';
  const { effectInterval: interval } = one;
  const range =
    interval === null ? '' : ` [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`;
  return `${one.effect.toFixed(2)}${range}`;
}

/** Describes the test behind the p-values. */
export function testNote(method: {
  readonly test: 'exact' | 'sampled';
  readonly permutations: number;
  readonly seed: number;
  readonly cluster: 'instance' | 'repository';
}): string {
  const how =
    method.test === 'exact'
      ? 'exact, or within 1e-4 by a saddlepoint method for more than 40 differences, without random draws'
      : `${method.permutations} random samples, seed ${method.seed}`;
  const units = method.cluster === 'instance' ? '' : '; signs are flipped per repository';
  return `p: two-sided paired sign-flip permutation test, ${how}${units}`;
}
