import { mean } from '@refbench/scoring';

/**
 * Overlaps on the tickets that every model answered, with one row per ticket and one column per
 * model.
 */
export interface CommonTable {
  readonly keys: readonly string[];
  readonly models: readonly string[];
  readonly overlaps: readonly (readonly number[])[];
}

export interface WithinTicket {
  readonly tickets: number;
  /** Mean over tickets of the highest minus the lowest overlap of a model. */
  readonly mean_range: number;
  readonly max_range: number;
  /** The ticket with the widest range. */
  readonly widest: string;
  /** Tickets on which no model has any overlap, usually because the change adds no identifiers. */
  readonly without_overlap: readonly string[];
  /**
   * Shares of the sum of squares of all overlaps: between tickets, between models, and the
   * unexplained rest. Null for fewer than two models or tickets, and if nothing varies.
   */
  readonly variance: {
    readonly tickets: number;
    readonly models: number;
    readonly rest: number;
  } | null;
}

/** Measures how the models differ on the same ticket. Undefined if no ticket is common to all. */
export function withinTicket({ keys, overlaps }: CommonTable): WithinTicket | undefined {
  const ranges = overlaps.map((row) => Math.max(...row) - Math.min(...row));
  if (ranges.length === 0) return undefined;
  const max = Math.max(...ranges);
  return {
    tickets: ranges.length,
    mean_range: mean(ranges),
    max_range: max,
    widest: keys[ranges.indexOf(max)] ?? '',
    without_overlap: keys.filter((_, at) => overlaps[at]?.every((value) => value === 0) === true),
    variance: varianceShares(overlaps),
  };
}

/** A two-way analysis of variance without repetition. */
function varianceShares(rows: readonly (readonly number[])[]): WithinTicket['variance'] {
  const [tickets, models] = [rows.length, rows[0]?.length ?? 0];
  if (tickets < 2 || models < 2) return null;
  const grand = mean(rows.flat());
  const squares = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + (value - grand) ** 2, 0);
  const total = squares(rows.flat());
  if (total === 0) return null;
  const columns = Array.from({ length: models }, (_, at) => rows.map((row) => row[at] ?? 0));
  const byTicket = (models * squares(rows.map(mean))) / total;
  const byModel = (tickets * squares(columns.map(mean))) / total;
  return { tickets: byTicket, models: byModel, rest: Math.max(0, 1 - byTicket - byModel) };
}
