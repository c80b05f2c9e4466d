import { METRICS, type Metric } from '../metrics.ts';
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

/** One side of a comparison: the results of all repeats, by instance. */
export interface Side {
  readonly name: string;
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
}

/** The difference between two sides in one metric on one instance. */
interface InstanceDifference {
  readonly instance: string;
  readonly metric: Metric;
  /** Mean over repeats, a ratio in 0..1. */
  readonly first: number;
  readonly second: number;
  /** first - second */
  readonly difference: number;
  /** Why a side counts as 0 without a measurement. */
  readonly reasons: readonly string[];
}

/** One metric on both sides. */
interface MetricComparison extends PairedDescription {
  readonly metric: Metric;
  readonly firstMean: number;
  readonly secondMean: number;
  readonly p: number;
  /** Benjamini-Hochberg q-value. The family is the metrics of this comparison. */
  readonly q: number;
  readonly method: SignFlipResult['method'];
}

/** The comparison of two sides over all metrics that both have. */
export interface TwoSides {
  readonly first: string;
  readonly second: string;
  /** Instances with results on both sides and without holes. */
  readonly instances: readonly string[];
  readonly leftOut: readonly { readonly instance: string; readonly reason: string }[];
  readonly metrics: readonly MetricComparison[];
  readonly differences: readonly InstanceDifference[];
  /** Instances on which Pass differs between the sides. */
  readonly flips: readonly InstanceDifference[];
}

/** Options of `compareTwo`. */
export interface TwoSidesOptions extends PairOptions {
  /** How to treat an absent result. Any policy except `zero` excludes the instance. */
  readonly absent?: AbsentPolicy;
}

/**
 * Compares two sides on the instances that both have, metric by metric. A `missing` result counts as 0,
 * with the reason. An instance is excluded if either side has a hole or was not run on it. A metric is
 * omitted if one side has scores without it.
 * @param first the side from which `second` is subtracted
 * @param second the other side
 * @param options method of the test, resampling, clusters, and the policy for absent results
 * @returns means, differences, tests with q-values over the metrics, and the instances whose Pass flips
 * @throws RangeError if a test option is out of range
 */
export function compareTwo(first: Side, second: Side, options: TwoSidesOptions = {}): TwoSides {
  const leftOut: { instance: string; reason: string }[] = [];
  const instances: string[] = [];
  for (const instance of [...new Set([...first.cells.keys(), ...second.cells.keys()])].sort()) {
    const reason =
      exclusionReason(first, instance, options) ?? exclusionReason(second, instance, options);
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

function exclusionReason(
  side: Side,
  instance: string,
  { absent }: TwoSidesOptions,
): string | undefined {
  const cells = side.cells.get(instance);
  if (cells === undefined) return `${side.name} was not run on this instance`;
  if (cells.length === 0 && absent !== 'zero') return `${side.name}: ${NO_RESULT}`;
  const hole = cells.find(({ kind }) => kind === 'hole');
  return hole?.kind === 'hole' ? `${side.name}: ${hole.reason}` : undefined;
}

/** The values of a metric on both sides, as rows and as columns. No rows if a side has scores without it. */
function pairOf(
  metric: Metric,
  first: Side,
  second: Side,
  instances: readonly string[],
): { readonly rows: readonly InstanceDifference[]; readonly columns: Columns } {
  const cellsOf = ({ cells }: Side, instance: string): readonly Cell[] => cells.get(instance) ?? [];
  const sides = [first, second].map((side) => {
    const cells = instances.flatMap((instance) => cellsOf(side, instance));
    const hasMetric = cells.some((cell) => metricValue(cell, metric) !== null);
    // A side without any score has 0 in every metric that the other side has.
    return { hasMetric, lacksMetric: !hasMetric && cells.some(({ kind }) => kind === 'scored') };
  });
  const known =
    sides.some(({ hasMetric }) => hasMetric) && !sides.some(({ lacksMetric }) => lacksMetric);
  const kept = known
    ? instances.filter((instance) => {
        const cells = [...cellsOf(first, instance), ...cellsOf(second, instance)];
        // A metric that is undefined on both sides is a property of the instance, not a difference.
        const scored = cells.some(({ kind }) => kind === 'scored');
        return !scored || cells.some((cell) => metricValue(cell, metric) !== null);
      })
    : [];
  const repeats = new Map(
    [first, second].map((side, index) => [
      index === 0 ? 'first' : 'second',
      kept.map((instance) => {
        const values = cellsOf(side, instance).map((cell) => metricValue(cell, metric) ?? 0);
        return values.length === 0 ? [0] : values;
      }),
    ]),
  );
  const byAgent = new Map([...repeats].map(([name, cells]) => [name, cells.map(mean)]));
  const rows = kept.map((instance, index) => {
    const [left = 0, right = 0] = [...byAgent.values()].map((values) => values[index]);
    const reasons = [first, second].flatMap((side) => zeroReasons(cellsOf(side, instance), metric));
    return { instance, metric, first: left, second: right, difference: left - right, reasons };
  });
  const compared = ['first', 'second'];
  return {
    rows,
    columns: { metric, instances: kept, compared, byAgent, repeats, zeros: [], leftOut: [] },
  };
}

function metricValue(cell: Cell, metric: Metric): number | null {
  return cell.kind === 'scored' ? (cell.figures[metric] ?? null) : null;
}

function zeroReasons(cells: readonly Cell[], metric: Metric): readonly string[] {
  if (cells.length === 0) return [NO_RESULT];
  return cells.flatMap((cell) => {
    if (cell.kind !== 'scored') return [cell.reason];
    return metricValue(cell, metric) === null ? [`${metric} is undefined for this patch`] : [];
  });
}
