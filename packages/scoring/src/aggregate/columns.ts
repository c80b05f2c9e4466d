import type { Metric } from '../metrics.ts';
import type { Cell } from './cell.ts';
import type { Grid } from './grid.ts';

/** A value that counts as 0 because a result or a metric is missing. */
interface Zero {
  readonly agent: string;
  readonly instance: string;
  readonly reason: string;
}

/**
 * How to treat a missing result that no plan asked for. `zero` counts it as 0. `drop` excludes the
 * instance for that agent only. `common` excludes the instance for all agents.
 */
export type AbsentPolicy = 'zero' | 'drop' | 'common';

/** One metric of a grid: one column of values per agent, all over the same instances. */
export interface Columns {
  readonly metric: Metric;
  readonly instances: readonly string[];
  /** The agents that are compared and tested. All other columns belong to reference agents. */
  readonly compared: readonly string[];
  /** Means over repeats. Null if the agent has no valid result on the instance. */
  readonly byAgent: ReadonlyMap<string, readonly (number | null)[]>;
  /** The values of all repeats per instance. Absent if no agent has more than one result. */
  readonly repeats?: ReadonlyMap<string, readonly (readonly number[])[]>;
  readonly zeros: readonly Zero[];
  /** Instances that are excluded from all columns, with the reason. */
  readonly leftOut: readonly { readonly instance: string; readonly reason: string }[];
}

/** Why an instance is excluded under the policy `common`. Messages prefix it with the agent's name. */
export const NO_RESULT = 'no result';

/**
 * Aligns one metric over the agents of a grid, so that all means are over the same instances.
 *
 * - A `missing` result counts as 0, with the reason.
 * - A metric that is undefined for some patches on an instance, but not for all, counts as 0 for those
 *   patches, with the reason. An example is the precision of an empty patch.
 * - A hole (see `Result`) excludes its instance for every agent, because means over different instances
 *   are not comparable.
 * - Reference agents do not affect other columns. Their own missing values are null.
 *
 * Source: CodeTaste (v2). Its reference implementation drops absent results metric by metric instead.
 * @param grid the results of all agents under one track and mode
 * @param metric the metric to align; a ratio in 0..1
 * @param absent how to treat a missing result that no plan asked for; `common` if omitted
 * @returns undefined if no result has the metric
 */
export function columnsOf(
  grid: Grid,
  metric: Metric,
  absent: AbsentPolicy = 'common',
): Columns | undefined {
  const compared = grid.agents.filter((agent) => !grid.references.has(agent));
  // If the grid has reference agents only, they are aligned like any other agents.
  const aligned = compared.length === 0 ? grid.agents : compared;
  if (!measured(grid, aligned, metric)) return undefined;
  const leftOut: { instance: string; reason: string }[] = [];
  const kept: number[] = [];
  for (const [index, instance] of grid.instances.entries()) {
    const reason = exclusionReason(grid, aligned, metric, index, absent);
    if (reason === undefined) kept.push(index);
    else leftOut.push({ instance, reason });
  }
  const instances = kept.map((index) => grid.instances[index] as string);
  const zeros: Zero[] = [];
  const byAgent = new Map<string, readonly (number | null)[]>();
  const repeats = new Map<string, readonly (readonly number[])[]>();
  for (const agent of grid.agents) {
    const isReference = !aligned.includes(agent);
    const valuesAt = (index: number): readonly number[] => {
      const cells = grid.cellsAt(agent, index);
      if (cells.length === 0 && absent === 'zero' && !isReference) {
        zeros.push({ agent, instance: grid.instances[index] as string, reason: NO_RESULT });
        return [0];
      }
      if (cells.some(({ kind }) => kind === 'hole')) return [];
      // An undefined figure of a reference agent, such as the precision of nop, is never a 0.
      if (grid.references.has(agent) && cells.every((cell) => isUndefined(cell, metric))) return [];
      return cells.map((cell) => {
        const value = valueOf(cell, metric);
        if (typeof value === 'number') return value;
        zeros.push({ agent, instance: grid.instances[index] as string, reason: value });
        return 0;
      });
    };
    if (grid.repeated) {
      const values = kept.map(valuesAt);
      byAgent.set(agent, values.map(meanOrNull));
      repeats.set(agent, values);
    } else {
      // For large inputs, arrays of one value each would take up most of the memory.
      byAgent.set(
        agent,
        kept.map(
          (index) => singleValue(grid.cellsAt(agent, index), metric) ?? meanOrNull(valuesAt(index)),
        ),
      );
    }
  }
  const columns = { metric, instances, compared, byAgent, zeros, leftOut };
  const repeated = [...repeats.values()].some((values) => values.some(({ length }) => length > 1));
  return repeated ? { ...columns, repeats } : columns;
}

/** Fast path: the value of a single scored result. Undefined if the general case applies. */
function singleValue(cells: readonly Cell[], metric: Metric): number | undefined {
  const [cell] = cells;
  if (cell?.kind !== 'scored' || cells.length > 1) return undefined;
  return cell.figures[metric] ?? undefined;
}

function meanOrNull(values: readonly number[]): number | null {
  const [only] = values;
  if (only === undefined) return null;
  return values.length === 1 ? only : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The metric of a cell, or the reason why it counts as 0. */
function valueOf(cell: Cell, metric: Metric): number | string {
  if (cell.kind !== 'scored') return cell.reason;
  return cell.figures[metric] ?? `${metric} is undefined for this patch`;
}

function isUndefined(cell: Cell, metric: Metric): boolean {
  return cell.kind === 'scored' && isUnknown(cell.figures[metric]);
}

function exclusionReason(
  grid: Grid,
  aligned: readonly string[],
  metric: Metric,
  index: number,
  absent: AbsentPolicy,
): string | undefined {
  let present = 0;
  let scored = 0;
  let lacking = 0;
  let defined = 0;
  for (const agent of aligned) {
    const cells = grid.cellsAt(agent, index);
    if (cells.length === 0 && absent === 'common') return `${agent}: ${NO_RESULT}`;
    present += cells.length;
    for (const cell of cells) {
      if (cell.kind === 'hole') return `${agent}: ${cell.reason}`;
      if (lacks(cell, metric)) lacking += 1;
      if (cell.kind !== 'scored') continue;
      scored += 1;
      if (!isUnknown(cell.figures[metric])) defined += 1;
    }
  }
  if (scored + lacking > 0 && defined === 0) return `${metric} is undefined for every agent`;
  return present === 0 ? 'no compared agent has a result' : undefined;
}

function measured(grid: Grid, aligned: readonly string[], metric: Metric): boolean {
  let scored = false;
  let missing = false;
  for (let index = 0; index < grid.instances.length; index += 1) {
    for (const agent of aligned) {
      for (const cell of grid.cellsAt(agent, index)) {
        if (cell.kind === 'missing' && !lacks(cell, metric)) missing = true;
        if (cell.kind !== 'scored') continue;
        scored = true;
        if (!isUnknown(cell.figures[metric])) return true;
        if (!grid.metrics.has(metric)) return false;
      }
    }
  }
  // If all results are missing, every agent scores 0.
  return !scored && missing;
}

/** Whether the instance of a missing result has no such metric for any agent. */
function lacks(cell: Cell, metric: Metric): boolean {
  return cell.kind === 'missing' && cell.lacks?.has(metric) === true;
}

function isUnknown(value: number | null | undefined): boolean {
  return value === null || value === undefined;
}
