/** A table as it is shown; CSV files carry the raw figures. */
export interface Table {
  /** For file names and anchors. */
  readonly id: string;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** A share of 1 as a percentage with one digit, as the paper prints it. */
export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : (value * 100).toFixed(1);
}

/** `72.0 ±9.0`; the half width is of a symmetric interval. */
export function percentWithHalf(
  value: number,
  interval: { readonly low: number; readonly high: number } | null,
): string {
  if (interval === null) return percent(value);
  return `${percent(value)} ±${percent((interval.high - interval.low) / 2)}`;
}

/** A difference of shares, with its sign. */
export function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${percent(value)}`;
}

/** `[61.2, 80.4]` */
export function percentRange(
  interval: { readonly low: number; readonly high: number } | null,
): string {
  return interval === null ? '-' : `[${percent(interval.low)}, ${percent(interval.high)}]`;
}

/** A p- or q-value, never rounded to 0. */
export function probability(value: number): string {
  return value < 0.0001 ? '<0.0001' : value.toFixed(4);
}
