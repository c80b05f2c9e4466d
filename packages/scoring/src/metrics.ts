import type { Score } from '@refbench/contracts';

/** All metrics that are averaged and compared, in table order. All are ratios in 0..1. */
export const METRICS = [
  'pass',
  'ifr',
  'ifr_additive',
  'ifr_reductive',
  'alignment',
  'alignment_additive',
  'alignment_reductive',
  'precision',
  'precision_additive',
  'precision_reductive',
  'graded_ifr',
  'ifr_strict',
  'alignment_strict',
  'solved',
  'f1',
  'pass_strict',
  'ranked',
] as const;

/** The name of a metric. */
export type Metric = (typeof METRICS)[number];

/** Metrics that are undefined on an instance without tests. */
export const TEST_METRICS: ReadonlySet<Metric> = new Set([
  ...(['pass', 'alignment', 'alignment_additive', 'alignment_reductive'] as const),
  ...(['alignment_strict', 'solved', 'f1', 'pass_strict'] as const),
]);

/** Binary metrics: 0 or 1 for one attempt. Their means are rates. */
export const RATES: ReadonlySet<Metric> = new Set(['pass', 'solved', 'pass_strict', 'ranked']);

/** The metrics of one attempt. Null means undefined, absent means not measured. */
export type MetricValues = Readonly<Partial<Record<Metric, number | null>>>;

/** The fields of score.json from which the metrics are derived. */
export type MetricSource = Pick<Score, 'pass' | 'ifr' | 'alignment'> & {
  /** Absent if precision was not measured. */
  readonly precision?: Score['precision'];
  readonly graded_ifr?: number | null;
  /** Absent, or null on every side, if strict metrics were not measured. */
  readonly ifr_strict?: Score['ifr_strict'];
  readonly alignment_strict?: Score['alignment_strict'];
  /** Absent if single tests were not compared. */
  readonly pass_strict?: Score['pass_strict'];
  /** Absent if the integrity of the result was not checked. */
  readonly integrity?: Pick<Score['integrity'], 'ranked'>;
};

/**
 * Flattens a score into one record of metrics. It includes the metrics that are not part of the paper:
 * `solved`, `f1`, graded and strict metrics, and `ranked`.
 * @param source the fields of score.json
 * @returns ratios in 0..1; see `MetricValues` for null and absent ones
 */
export function metricsOf(source: MetricSource): MetricValues {
  const { pass, ifr, alignment, precision, graded_ifr, pass_strict, integrity } = source;
  return {
    pass,
    ifr: ifr.total,
    ifr_additive: ifr.additive,
    ifr_reductive: ifr.reductive,
    alignment: alignment.total,
    alignment_additive: alignment.additive,
    alignment_reductive: alignment.reductive,
    ...(precision === undefined
      ? {}
      : {
          precision: precision.total,
          precision_additive: precision.additive,
          precision_reductive: precision.reductive,
          f1: f1(pass, ifr.total, precision.total),
        }),
    ...(graded_ifr === undefined ? {} : { graded_ifr }),
    ...strictMetrics(source),
    solved: solved(pass, ifr.total),
    ...(pass_strict === undefined ? {} : { pass_strict }),
    ...(integrity === undefined ? {} : { ranked: integrity.ranked ? 1 : 0 }),
  };
}

/** Old scores, and instances without strict metrics, lack these fields. */
function strictMetrics({ ifr_strict, alignment_strict }: MetricSource): MetricValues {
  if (ifr_strict === undefined || ifr_strict.total === null) return {};
  return { ifr_strict: ifr_strict.total, alignment_strict: alignment_strict?.total ?? null };
}

/**
 * Returns 1 if the tests pass and all rules are followed, otherwise 0. Not a metric of the paper.
 * @returns null if either argument is null
 */
export function solved(pass: number | null, ifr: number | null): 0 | 1 | null {
  if (pass === null || ifr === null) return null;
  return pass === 1 && ifr === 1 ? 1 : 0;
}

/**
 * Pass x the harmonic mean of IFR and precision, 0 if both are 0. Not a metric of the paper.
 * @returns a ratio in 0..1; null if any argument is null
 */
export function f1(
  pass: number | null,
  ifr: number | null,
  precision: number | null,
): number | null {
  if (pass === null || ifr === null || precision === null) return null;
  return ifr + precision === 0 ? 0 : (pass * 2 * ifr * precision) / (ifr + precision);
}
