import type { Metric } from '../figures.ts';
import type { Grid } from './grid.ts';
import type { Cell } from './cell.ts';

/** A zero that stands for something that is not there. */
export interface Zero {
  readonly agent: string;
  readonly instance: string;
  readonly reason: string;
}

/**
 * What a result means that is not there and that no plan asked for. `zero`: the agent's own failure.
 * `drop`: the instance is left out for that agent. `common`: it is left out for all agents.
 */
export type AbsentPolicy = 'zero' | 'drop' | 'common';

/** One metric of a grid: a column of values an agent, all over the same instances. */
export interface Columns {
  readonly metric: Metric;
  readonly instances: readonly string[];
  /** The agents that are compared and tested; the other columns are of reference agents. */
  readonly compared: readonly string[];
  /** Means over repeats; null where the agent has no result that counts. */
  readonly byAgent: ReadonlyMap<string, readonly (number | null)[]>;
  /** The values of the repeats in each place; absent where nobody was tried more than once. */
  readonly repeats?: ReadonlyMap<string, readonly (readonly number[])[]>;
  readonly zeros: readonly Zero[];
  /** Instances that no column has, with the reason. */
  readonly leftOut: readonly { readonly instance: string; readonly reason: string }[];
}

/** Why an instance is left out under the policy `common`; the agent's name comes before it. */
export const NO_RESULT = 'there is no result';

/**
 * Aligns a metric over the agents of a grid. An agent's missing result is 0; a figure that is undefined
 * for one patch but not for all (the precision of an empty patch) is 0 as well, with the reason. A hole
 * takes its instance from every agent: a mean over other instances would be another figure. Reference
 * agents decide nothing: what they lack is null, and what they have changes no other column.
 * @param absent what a result means that is not there and not planned
 * @returns undefined where nobody measured the metric
 */
export function columnsOf(
  grid: Grid,
  metric: Metric,
  absent: AbsentPolicy = 'common',
): Columns | undefined {
  const compared = grid.agents.filter((agent) => !grid.references.has(agent));
  // Among themselves, reference agents are aligned as any others would be.
  const deciding = compared.length === 0 ? grid.agents : compared;
  if (!measured(grid, deciding, metric)) return undefined;
  const leftOut: { instance: string; reason: string }[] = [];
  const kept: number[] = [];
  for (const [index, instance] of grid.instances.entries()) {
    const reason = reasonToLeaveOut(grid, deciding, metric, index, absent);
    if (reason === undefined) kept.push(index);
    else leftOut.push({ instance, reason });
  }
  const instances = kept.map((index) => grid.instances[index] as string);
  const zeros: Zero[] = [];
  const byAgent = new Map<string, readonly (number | null)[]>();
  const repeats = new Map<string, readonly (readonly number[])[]>();
  for (const agent of grid.agents) {
    const isReference = !deciding.includes(agent);
    const valuesOn = (index: number): readonly number[] => {
      const cells = grid.cellsAt(agent, index);
      if (cells.length === 0 && absent === 'zero' && !isReference) {
        zeros.push({ agent, instance: grid.instances[index] as string, reason: NO_RESULT });
        return [0];
      }
      if (cells.some(({ kind }) => kind === 'hole')) return [];
      if (isReference && cells.every((cell) => isUndefined(cell, metric))) return [];
      return cells.map((cell) => {
        const value = valueOf(cell, metric);
        if (typeof value === 'number') return value;
        zeros.push({ agent, instance: grid.instances[index] as string, reason: value });
        return 0;
      });
    };
    if (grid.repeated) {
      const values = kept.map(valuesOn);
      byAgent.set(agent, values.map(meanOrNull));
      repeats.set(agent, values);
    } else {
      // Of a large file, lists of one value each would be most of the memory.
      byAgent.set(
        agent,
        kept.map(
          (index) => knownValue(grid.cellsAt(agent, index), metric) ?? meanOrNull(valuesOn(index)),
        ),
      );
    }
  }
  const columns = { metric, instances, compared, byAgent, zeros, leftOut };
  const repeated = [...repeats.values()].some((values) => values.some(({ length }) => length > 1));
  return repeated ? { ...columns, repeats } : columns;
}

/** The value of a single result that has one, which most have; undefined where more is to be said. */
function knownValue(cells: readonly Cell[], metric: Metric): number | undefined {
  const [cell] = cells;
  if (cell?.kind !== 'scored' || cells.length > 1) return undefined;
  return cell.figures[metric] ?? undefined;
}

function meanOrNull(values: readonly number[]): number | null {
  const [only] = values;
  if (only === undefined) return null;
  return values.length === 1 ? only : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The value of a cell that counts, or why it is 0. */
function valueOf(cell: Cell, metric: Metric): number | string {
  if (cell.kind !== 'scored') return cell.reason;
  return cell.figures[metric] ?? `${metric} is undefined for this patch`;
}

function isUndefined(cell: Cell, metric: Metric): boolean {
  return cell.kind === 'scored' && isUnknown(cell.figures[metric]);
}

function reasonToLeaveOut(
  grid: Grid,
  deciding: readonly string[],
  metric: Metric,
  index: number,
  absent: AbsentPolicy,
): string | undefined {
  let present = 0;
  let scored = 0;
  let defined = 0;
  for (const agent of deciding) {
    const cells = grid.cellsAt(agent, index);
    if (cells.length === 0 && absent === 'common') return `${agent}: ${NO_RESULT}`;
    present += cells.length;
    for (const cell of cells) {
      if (cell.kind === 'hole') return `${agent}: ${cell.reason}`;
      if (cell.kind !== 'scored') continue;
      scored += 1;
      if (!isUnknown(cell.figures[metric])) defined += 1;
    }
  }
  if (scored > 0 && defined === 0) return `${metric} is undefined here for every agent`;
  return present === 0 ? 'no compared agent has a result' : undefined;
}

function measured(grid: Grid, deciding: readonly string[], metric: Metric): boolean {
  let scored = false;
  let missing = false;
  for (let index = 0; index < grid.instances.length; index += 1) {
    for (const agent of deciding) {
      for (const cell of grid.cellsAt(agent, index)) {
        if (cell.kind === 'missing') missing = true;
        if (cell.kind !== 'scored') continue;
        scored = true;
        if (!isUnknown(cell.figures[metric])) return true;
        if (!grid.metrics.has(metric)) return false;
      }
    }
  }
  // Where nobody brought anything, everybody's zeros are the measurement.
  return !scored && missing;
}

function isUnknown(value: number | null | undefined): boolean {
  return value === null || value === undefined;
}
