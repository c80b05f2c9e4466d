import { METRICS, type Metric } from '../figures.ts';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { mean } from '../statistics/describe.ts';
import type { SignFlipResult } from '../statistics/sign-flip-test.ts';
import { NO_RESULT, type AbsentPolicy, type Columns } from './columns.ts';
import type { Cell } from './cell.ts';
import {
  describePair,
  testPairs,
  type PairedDescription,
  type PairOptions,
  type PairSide,
} from './pairwise.ts';
import { unitsOf } from './units.ts';

/** One side of a comparison: the results of its repeats for each instance. */
export interface Side {
  readonly name: string;
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
}

export interface InstanceDifference {
  readonly instance: string;
  readonly metric: Metric;
  /** Means over repeats. */
  readonly first: number;
  readonly second: number;
  /** first - second */
  readonly difference: number;
  /** Why one of them is 0 without having been measured. */
  readonly reasons: readonly string[];
}

/** One metric on both sides. */
interface MetricComparison extends PairedDescription {
  readonly metric: Metric;
  readonly firstMean: number;
  readonly secondMean: number;
  readonly p: number;
  /** Benjamini and Hochberg's, over the metrics of this comparison. */
  readonly q: number;
  readonly method: SignFlipResult['method'];
}

export interface TwoSides {
  readonly first: string;
  readonly second: string;
  /** Instances that both sides have and that no hole takes away. */
  readonly instances: readonly string[];
  readonly leftOut: readonly { readonly instance: string; readonly reason: string }[];
  readonly metrics: readonly MetricComparison[];
  readonly differences: readonly InstanceDifference[];
  /** Instances whose Pass is not the same on both sides. */
  readonly flips: readonly InstanceDifference[];
}

export interface TwoSidesOptions extends PairOptions {
  /** What a result means that is not there; with anything but `zero` the instance is left out. */
  readonly absent?: AbsentPolicy;
}

/**
 * Two sides on the instances that both have. An agent's missing result is 0 with a reason; a hole, or an
 * instance that one side never had, leaves the instance out. Metrics that one side lacks are left out.
 * @throws RangeError for options of the test that are out of range
 */
export function compareTwo(first: Side, second: Side, options: TwoSidesOptions = {}): TwoSides {
  const leftOut: { instance: string; reason: string }[] = [];
  const instances: string[] = [];
  for (const instance of [...new Set([...first.cells.keys(), ...second.cells.keys()])].sort()) {
    const reason = whyNot(first, instance, options) ?? whyNot(second, instance, options);
    if (reason === undefined) instances.push(instance);
    else leftOut.push({ instance, reason });
  }
  const compared = METRICS.map((metric) => pairOf(metric, first, second, instances)).filter(
    ({ rows }) => rows.length > 0,
  );
  const sides = compared.map(({ columns }) =>
    ['first', 'second'].map((name) => ({
      values: (columns.byAgent.get(name) ?? []) as readonly number[],
      units: unitsOf(columns, name, options.cluster),
    })),
  ) as [PairSide, PairSide][];
  const tests = testPairs(
    sides.map(([left, right]) => [left.units, right.units] as const),
    options,
  );
  const qs = benjaminiHochberg(tests.map(({ p }) => p));
  const differences = compared.flatMap(({ rows }) => rows);
  return {
    first: first.name,
    second: second.name,
    instances,
    leftOut,
    metrics: compared.map(({ columns: { metric } }, index) => {
      const [left, right] = sides[index] as [PairSide, PairSide];
      return {
        metric,
        firstMean: mean(left.values),
        secondMean: mean(right.values),
        ...describePair(left, right, options),
        ...(tests[index] as SignFlipResult),
        q: qs[index] as number,
      };
    }),
    differences,
    flips: differences.filter((row) => row.metric === 'pass' && row.difference !== 0),
  };
}

function whyNot(side: Side, instance: string, { absent }: TwoSidesOptions): string | undefined {
  const cells = side.cells.get(instance);
  if (cells === undefined) return `${side.name} was not tried on it`;
  if (cells.length === 0 && absent !== 'zero') return `${side.name}: ${NO_RESULT}`;
  const hole = cells.find(({ kind }) => kind === 'hole');
  return hole?.kind === 'hole' ? `${side.name}: ${hole.reason}` : undefined;
}

/** A metric's values on both sides, as rows and as columns; no rows where a side has none. */
function pairOf(
  metric: Metric,
  first: Side,
  second: Side,
  instances: readonly string[],
): { readonly rows: readonly InstanceDifference[]; readonly columns: Columns } {
  const cellsOf = ({ cells }: Side, instance: string): readonly Cell[] => cells.get(instance) ?? [];
  const known = [first, second].every((side) =>
    instances.some((instance) =>
      cellsOf(side, instance).some((cell) => figure(cell, metric) !== null),
    ),
  );
  const kept = known
    ? instances.filter((instance) => {
        const cells = [...cellsOf(first, instance), ...cellsOf(second, instance)];
        // Undefined on both sides: a property of the instance, not a difference.
        const scored = cells.some(({ kind }) => kind === 'scored');
        return !scored || cells.some((cell) => figure(cell, metric) !== null);
      })
    : [];
  const repeats = new Map(
    [first, second].map((side, index) => [
      index === 0 ? 'first' : 'second',
      kept.map((instance) => {
        const values = cellsOf(side, instance).map((cell) => figure(cell, metric) ?? 0);
        return values.length === 0 ? [0] : values;
      }),
    ]),
  );
  const byAgent = new Map([...repeats].map(([name, cells]) => [name, cells.map(mean)]));
  const rows = kept.map((instance, index) => {
    const [left = 0, right = 0] = [...byAgent.values()].map((values) => values[index]);
    const reasons = [first, second].flatMap((side) => whyZero(cellsOf(side, instance), metric));
    return { instance, metric, first: left, second: right, difference: left - right, reasons };
  });
  const compared = ['first', 'second'];
  return {
    rows,
    columns: { metric, instances: kept, compared, byAgent, repeats, zeros: [], leftOut: [] },
  };
}

function figure(cell: Cell, metric: Metric): number | null {
  return cell.kind === 'scored' ? (cell.figures[metric] ?? null) : null;
}

function whyZero(cells: readonly Cell[], metric: Metric): readonly string[] {
  if (cells.length === 0) return [NO_RESULT];
  return cells.flatMap((cell) => {
    if (cell.kind !== 'scored') return [cell.reason];
    return figure(cell, metric) === null ? [`${metric} is undefined for this patch`] : [];
  });
}
