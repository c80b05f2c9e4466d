import { METRICS, type Metric } from '../figures.ts';
import {
  signFlipTest,
  type SignFlipOptions,
  type SignFlipResult,
} from '../statistics/sign-flip-test.ts';
import type { Cell } from './grid.ts';
import { describeDifferences, type PairComparison } from './pairwise.ts';

/** One side of a comparison: a cell for each instance. */
export interface Side {
  readonly name: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

export interface InstanceDifference {
  readonly instance: string;
  readonly metric: Metric;
  readonly first: number;
  readonly second: number;
  /** first - second */
  readonly difference: number;
  /** Why one of them is 0 without having been measured. */
  readonly reasons: readonly string[];
}

export interface TwoSides {
  readonly first: string;
  readonly second: string;
  /** Instances that both sides have and that no hole takes away. */
  readonly instances: readonly string[];
  readonly leftOut: readonly { readonly instance: string; readonly reason: string }[];
  readonly metrics: readonly (Omit<PairComparison, 'track' | 'mode' | 'q' | 'first' | 'second'> & {
    readonly firstMean: number;
    readonly secondMean: number;
    readonly patterns: SignFlipResult['patterns'];
  })[];
  readonly differences: readonly InstanceDifference[];
  /** Instances whose Pass is 1 on one side and 0 on the other. */
  readonly flips: readonly InstanceDifference[];
}

/**
 * Two sides on the instances that both have. A missing result is 0 with a reason; a hole, or an
 * instance that one side never had, leaves the instance out. Metrics that one side lacks are left out.
 */
export function compareTwo(first: Side, second: Side, options: SignFlipOptions): TwoSides {
  const leftOut: { instance: string; reason: string }[] = [];
  const instances: string[] = [];
  for (const instance of [...new Set([...first.cells.keys(), ...second.cells.keys()])].sort()) {
    const reason = whyNot(first, instance) ?? whyNot(second, instance);
    if (reason === undefined) instances.push(instance);
    else leftOut.push({ instance, reason });
  }
  const byMetric = METRICS.map((metric) => differencesOf(metric, first, second, instances)).filter(
    (differences) => differences.length > 0,
  );
  const differences = byMetric.flat();
  return {
    first: first.name,
    second: second.name,
    instances,
    leftOut,
    metrics: byMetric.map((rows) => compareMetric(rows, options)),
    differences,
    flips: differences.filter((row) => row.metric === 'pass' && row.difference !== 0),
  };
}

function whyNot(side: Side, instance: string): string | undefined {
  const cell = side.cells.get(instance);
  if (cell === undefined) return `${side.name} was not tried on it`;
  return cell.kind === 'hole' ? `${side.name}: ${cell.reason}` : undefined;
}

function differencesOf(
  metric: Metric,
  first: Side,
  second: Side,
  instances: readonly string[],
): readonly InstanceDifference[] {
  const known = [first, second].every(({ cells }) =>
    instances.some((instance) => figure(cells.get(instance), metric) !== null),
  );
  if (!known) return [];
  return instances.flatMap((instance) => {
    const sides = [first, second].map(({ cells }) => cells.get(instance));
    const values = sides.map((cell) => figure(cell, metric));
    // Undefined on both sides: a property of the instance, not a difference.
    const scored = sides.some((cell) => cell?.kind === 'scored');
    if (scored && values.every((value) => value === null)) return [];
    const [left = 0, right = 0] = values.map((value) => value ?? 0);
    const reasons = sides.flatMap((cell, index) =>
      values[index] === null ? [whyZero(cell, metric)] : [],
    );
    return [{ instance, metric, first: left, second: right, difference: left - right, reasons }];
  });
}

function figure(cell: Cell | undefined, metric: Metric): number | null {
  return cell?.kind === 'scored' ? (cell.figures[metric] ?? null) : null;
}

function whyZero(cell: Cell | undefined, metric: Metric): string {
  return cell === undefined || cell.kind === 'scored'
    ? `${metric} is undefined for this patch`
    : cell.reason;
}

function compareMetric(
  rows: readonly InstanceDifference[],
  options: SignFlipOptions,
): TwoSides['metrics'][number] {
  const firsts = rows.map((row) => row.first);
  const seconds = rows.map((row) => row.second);
  const test = signFlipTest(
    rows.map((row) => row.difference),
    options,
  );
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    metric: rows[0]?.metric ?? 'pass',
    firstMean: meanOf(firsts),
    secondMean: meanOf(seconds),
    ...describeDifferences(firsts, seconds),
    ...test,
  };
}
