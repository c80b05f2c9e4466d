import { RATES, type Metric } from '../metrics.ts';
import { mean } from '../statistics/describe.ts';
import { CONFIDENCE, tailOf, type Interval } from '../statistics/interval.ts';
import { bcaOfMean, type Resampling } from '../statistics/resampling.ts';
import { studentQuantile } from '../statistics/student-t.ts';
import { meanOfSums, sumsOf, type UnitSums } from '../statistics/unit-sums.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Columns } from './columns.ts';
import { unitsOf, type ClusterBy } from './units.ts';

/** Statistics of one metric of one agent, over all or some instances of a grid. Ratios are in 0..1. */
export interface Summary {
  readonly agent: string;
  readonly metric: Metric;
  /** Number of instances. */
  readonly n: number;
  readonly mean: number;
  readonly standardError: number | null;
  /** Student's t interval with units - 1 degrees of freedom, as in the paper. It may exceed 0..1. */
  readonly t: Interval | null;
  /** Bias-corrected and accelerated (BCa) bootstrap interval. Null without resampling or if undefined. */
  readonly bootstrap: Interval | null;
  /** Wilson score interval. Rates only, without repeats and without clusters. */
  readonly wilson: Interval | null;
  /** The interval to report, within 0..1: Wilson, or else bootstrap, or else t clipped to 0..1. */
  readonly interval: Interval | null;
  /** Number of values that are 0 because a result or a metric is missing. */
  readonly zeros: number;
  /** The mean without those values. Null if no value remains. */
  readonly dropped: { readonly n: number; readonly mean: number | null };
}

/** Options of `summarise`. */
export interface SummaryOptions {
  /** Bootstrap intervals are omitted if this is absent. */
  readonly resampling?: Resampling;
  /** Confidence level of all intervals, between 0 and 1. Defaults to 0.95. */
  readonly confidence?: number;
  /** The unit of independence. Defaults to `instance`. */
  readonly cluster?: ClusterBy;
}

/**
 * Summarises one metric for each agent.
 * Source: CodeTaste (v2) for the mean and the t interval. The other intervals are additions.
 * @param columns the metric
 * @param options resampling, confidence level, and the unit of independence
 * @param keeps selects the instances to include; all if omitted
 * @returns one summary per agent; agents without values are omitted
 * @throws RangeError if the confidence is not between 0 and 1
 */
export function summarise(
  columns: Columns,
  { resampling, confidence = CONFIDENCE, cluster = 'instance' }: SummaryOptions = {},
  keeps?: (instance: string) => boolean,
): readonly Summary[] {
  const kept = keeps === undefined ? undefined : columns.instances.map(keeps);
  const absences = missingInstances(columns);
  return [...columns.byAgent].flatMap(([agent, column]) => {
    const values = column.filter(
      (value, at): value is number => value !== null && kept?.[at] !== false,
    );
    if (values.length === 0) return [];
    const units = unitsOf(columns, agent, cluster, kept && ((index) => kept[index] === true));
    const absent = absences.get(agent);
    const present =
      absent === undefined
        ? values
        : column.filter(
            (value, at): value is number =>
              value !== null && kept?.[at] !== false && !absent.has(columns.instances[at] ?? ''),
          );
    const error = standardErrorOfMean(sumsOf(units));
    const t = studentInterval(sumsOf(units), error, confidence);
    const bootstrap = resampling === undefined ? null : bcaOfMean(units, resampling, confidence);
    const wilson = wilsonOf(columns, values, confidence, cluster);
    return [
      {
        agent,
        metric: columns.metric,
        n: values.length,
        mean: mean(values),
        standardError: error,
        t,
        bootstrap,
        wilson,
        interval: wilson ?? bootstrap ?? clip(t),
        zeros: values.length - present.length,
        dropped: { n: present.length, mean: present.length === 0 ? null : mean(present) },
      },
    ];
  });
}

function missingInstances({ zeros }: Columns): ReadonlyMap<string, ReadonlySet<string>> {
  const absences = new Map<string, Set<string>>();
  for (const { agent, instance } of zeros) {
    absences.set(agent, (absences.get(agent) ?? new Set<string>()).add(instance));
  }
  return absences;
}

/**
 * Standard error of a mean over instances that are grouped into independent units. With one instance
 * per unit this is sd / sqrt(n). Otherwise it is the linearised standard error of a ratio of sums, with
 * units - 1 degrees of freedom.
 * @returns null for fewer than two units
 */
export function standardErrorOfMean(sums: UnitSums): number | null {
  const { totals, sizes } = sums;
  const count = totals.length;
  if (count < 2) return null;
  const centre = meanOfSums(sums);
  let size = 0;
  let squares = 0;
  for (let index = 0; index < count; index += 1) {
    const own = sizes[index] as number;
    size += own;
    squares += ((totals[index] as number) - own * centre) ** 2;
  }
  return Math.sqrt((squares * count) / (count - 1)) / size;
}

/** Student's t interval of a mean over units. Null for fewer than two units. */
export function studentInterval(
  sums: UnitSums,
  error: number | null,
  confidence: number = CONFIDENCE,
): Interval | null {
  const tail = tailOf(confidence);
  if (error === null) return null;
  const centre = meanOfSums(sums);
  const half = studentQuantile(1 - tail, sums.totals.length - 1) * error;
  return { low: centre - half, high: centre + half };
}

function wilsonOf(
  columns: Columns,
  values: readonly number[],
  confidence: number,
  cluster: ClusterBy,
): Interval | null {
  if (!RATES.has(columns.metric) || columns.repeats !== undefined || cluster !== 'instance') {
    return null;
  }
  const successes = values.filter((value) => value === 1).length;
  return wilsonInterval(successes, values.length, confidence);
}

function clip(interval: Interval | null): Interval | null {
  if (interval === null) return null;
  return { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
}
