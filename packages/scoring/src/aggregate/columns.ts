import type { Metric } from '../figures.ts';
import type { Grid } from './grid.ts';

/** A zero that stands for something that is not there. */
export interface Zero {
  readonly agent: string;
  readonly instance: string;
  readonly reason: string;
}

/** One metric of a grid: a column of values an agent, all over the same instances. */
export interface Columns {
  readonly metric: Metric;
  readonly instances: readonly string[];
  readonly byAgent: ReadonlyMap<string, readonly number[]>;
  readonly zeros: readonly Zero[];
  /** Instances that no column has: holes, and those where the metric is undefined for everyone. */
  readonly leftOut: readonly { readonly instance: string; readonly reason: string }[];
}

/**
 * Aligns a metric over the agents of a grid. A missing result is 0; a figure that is undefined for
 * one patch but not for all (the precision of an empty patch) is 0 as well, with the reason. A hole
 * takes its instance from every agent: a mean over other instances would be another figure.
 * Undefined where nobody measured the metric.
 */
export function columnsOf(grid: Grid, metric: Metric): Columns | undefined {
  const byAgent = new Map<string, number[]>(grid.agents.map((agent) => [agent, []]));
  const zeros: Zero[] = [];
  const leftOut: { instance: string; reason: string }[] = [];
  const instances: string[] = [];
  for (const instance of grid.instances) {
    const reason = reasonToLeaveOut(grid, metric, instance);
    if (reason !== undefined) {
      leftOut.push({ instance, reason });
      continue;
    }
    instances.push(instance);
    for (const [agent, column] of byAgent) {
      const value = valueOf(grid, metric, agent, instance);
      if (typeof value === 'string') zeros.push({ agent, instance, reason: value });
      column.push(typeof value === 'string' ? 0 : value);
    }
  }
  return measured(grid, metric) ? { metric, instances, byAgent, zeros, leftOut } : undefined;
}

/** The value of a cell that counts, or why it is 0. */
function valueOf(grid: Grid, metric: Metric, agent: string, instance: string): number | string {
  const cell = grid.cell(agent, instance);
  if (cell.kind !== 'scored') return cell.reason;
  return cell.figures[metric] ?? `${metric} is undefined for this patch`;
}

function reasonToLeaveOut(grid: Grid, metric: Metric, instance: string): string | undefined {
  const cells = grid.agents.map((agent) => ({ agent, cell: grid.cell(agent, instance) }));
  const hole = cells.find(({ cell }) => cell.kind === 'hole');
  if (hole?.cell.kind === 'hole') return `${hole.agent}: ${hole.cell.reason}`;
  const scored = cells.flatMap(({ cell }) => (cell.kind === 'scored' ? [cell.figures] : []));
  const undefinedForAll =
    scored.length > 0 && scored.every((figures) => isUnknown(figures[metric]));
  return undefinedForAll ? `${metric} is undefined here for every agent` : undefined;
}

function measured(grid: Grid, metric: Metric): boolean {
  const cells = grid.instances.flatMap((instance) =>
    grid.agents.map((agent) => grid.cell(agent, instance)),
  );
  const scored = cells.flatMap((cell) => (cell.kind === 'scored' ? [cell.figures] : []));
  // Where nobody brought anything, everybody's zeros are the measurement.
  if (scored.length === 0) return cells.some((cell) => cell.kind === 'missing');
  return scored.some((figures) => !isUnknown(figures[metric]));
}

function isUnknown(value: number | null | undefined): boolean {
  return value === null || value === undefined;
}
