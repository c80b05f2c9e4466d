import { RATES, type Metric } from '../figures.ts';
import { bcaInterval } from '../statistics/bootstrap.ts';
import { mean, standardError } from '../statistics/describe.ts';
import type { Interval } from '../statistics/interval.ts';
import { tInterval } from '../statistics/t-interval.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { Columns } from './columns.ts';

/** One metric of one agent over the instances of a grid, or of a part of them. */
export interface Summary {
  readonly agent: string;
  readonly metric: Metric;
  readonly n: number;
  readonly mean: number;
  readonly standardError: number | null;
  /** Student's interval, n - 1: the paper's. */
  readonly t: Interval | null;
  /** Bias-corrected and accelerated bootstrap; null for parts and where it is undefined. */
  readonly bootstrap: Interval | null;
  /** Of rates only. */
  readonly wilson: Interval | null;
  /** Values that are 0 because something is not there. */
  readonly zeros: number;
  /** What the mean would be if those were dropped instead; null where nothing would be left. */
  readonly dropped: { readonly n: number; readonly mean: number | null };
}

export interface SummaryOptions {
  readonly seed: number;
  /** Bootstrap samples; 10,000 when absent, none at 0. */
  readonly resamples?: number;
  readonly confidence?: number;
}

/** Summaries of all agents, over those instances that the filter keeps; none where it keeps none. */
export function summarise(
  columns: Columns,
  options: SummaryOptions,
  keeps: (instance: string) => boolean = () => true,
): readonly Summary[] {
  const kept = columns.instances.map(keeps);
  if (!kept.includes(true)) return [];
  return [...columns.byAgent].map(([agent, column]) => {
    const absent = new Set(
      columns.zeros.filter((zero) => zero.agent === agent).map((zero) => zero.instance),
    );
    const values = column.filter((_, index) => kept[index]);
    const present = column.filter(
      (_, index) => kept[index] && !absent.has(columns.instances[index] ?? ''),
    );
    return {
      agent,
      metric: columns.metric,
      n: values.length,
      mean: mean(values),
      standardError: standardError(values),
      t: tInterval(values, options.confidence),
      bootstrap: bootstrapOf(values, options),
      wilson: wilsonOf(columns.metric, values, options.confidence),
      zeros: values.length - present.length,
      dropped: { n: present.length, mean: present.length === 0 ? null : mean(present) },
    };
  });
}

function bootstrapOf(values: readonly number[], options: SummaryOptions): Interval | null {
  const { seed, resamples: samples = 10_000, confidence } = options;
  if (samples === 0) return null;
  return bcaInterval(values, mean, {
    seed,
    samples,
    ...(confidence === undefined ? {} : { confidence }),
  });
}

function wilsonOf(
  metric: Metric,
  values: readonly number[],
  confidence: number | undefined,
): Interval | null {
  if (!RATES.has(metric)) return null;
  const successes = values.filter((value) => value === 1).length;
  return wilsonInterval(successes, values.length, confidence);
}
