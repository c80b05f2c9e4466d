import { RATES, type Metric } from '../figures.ts';
import { mean } from '../statistics/describe.ts';
import { CONFIDENCE, tailOf, type Interval } from '../statistics/interval.ts';
import { bcaOfMean, type Resampling } from '../statistics/resampling.ts';
import { studentQuantile } from '../statistics/student-t.ts';
import { meanOfSums, sumsOf, type UnitSums } from '../statistics/unit-sums.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Columns } from './columns.ts';
import { unitsOf, type ClusterBy } from './units.ts';

/** One metric of one agent over the instances of a grid, or of a part of them. Ratios in 0..1. */
export interface Summary {
  readonly agent: string;
  readonly metric: Metric;
  /** Instances. */
  readonly n: number;
  readonly mean: number;
  readonly standardError: number | null;
  /** Student's interval, units - 1 degrees of freedom: the paper's. It may leave 0..1. */
  readonly t: Interval | null;
  /** Bias-corrected and accelerated bootstrap; null for parts and where it is undefined. */
  readonly bootstrap: Interval | null;
  /** Of rates only, where each instance is one case. */
  readonly wilson: Interval | null;
  /** The interval to quote, within 0..1: Wilson's of a rate, else the bootstrap's, else t cut to 0..1. */
  readonly interval: Interval | null;
  /** Values that are 0 because something is not there. */
  readonly zeros: number;
  /** What the mean would be if those were dropped instead; null where nothing would be left. */
  readonly dropped: { readonly n: number; readonly mean: number | null };
}

export interface SummaryOptions {
  /** Absent: no bootstrap intervals. */
  readonly resampling?: Resampling;
  /** 0.95 when absent. */
  readonly confidence?: number;
  /** What counts as independent; each instance when absent. */
  readonly cluster?: ClusterBy;
}

/**
 * Summaries of all agents, over those instances that the filter keeps; none of an agent without any.
 * @throws RangeError for a confidence that is not between 0 and 1
 */
export function summarise(
  columns: Columns,
  { resampling, confidence = CONFIDENCE, cluster = 'instance' }: SummaryOptions = {},
  keeps?: (instance: string) => boolean,
): readonly Summary[] {
  const kept = keeps === undefined ? undefined : columns.instances.map(keeps);
  const absences = absencesOf(columns);
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
    const error = errorOfMean(sumsOf(units));
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
        interval: wilson ?? bootstrap ?? cut(t),
        zeros: values.length - present.length,
        dropped: { n: present.length, mean: present.length === 0 ? null : mean(present) },
      },
    ];
  });
}

function absencesOf({ zeros }: Columns): ReadonlyMap<string, ReadonlySet<string>> {
  const absences = new Map<string, Set<string>>();
  for (const { agent, instance } of zeros) {
    absences.set(agent, (absences.get(agent) ?? new Set<string>()).add(instance));
  }
  return absences;
}

/**
 * Standard error of a mean over instances that come in independent units: with one instance a unit,
 * sd / sqrt(n); otherwise the linearised one of a ratio of sums, with units - 1 degrees of freedom.
 * @returns null for fewer than two units
 */
export function errorOfMean(sums: UnitSums): number | null {
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

/** Student's interval of a mean over units; null for fewer than two. */
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

function cut(interval: Interval | null): Interval | null {
  if (interval === null) return null;
  return { low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
}
