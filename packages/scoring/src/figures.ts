import type { Score } from '@refbench/contracts';

/** Every figure that is averaged and compared, in the order of the tables. Ratios in 0..1. */
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

export type Metric = (typeof METRICS)[number];

/** Metrics that are 0 or 1 for one attempt; their means are rates. */
export const RATES: ReadonlySet<Metric> = new Set(['pass', 'solved', 'pass_strict', 'ranked']);

/** The figures of one attempt. Null where one is undefined; absent where nobody measured it. */
export type Figures = Readonly<Partial<Record<Metric, number | null>>>;

/** What the figures are derived from: the same fields as score.json's. */
export type FigureSource = Pick<Score, 'pass' | 'ifr' | 'alignment'> & {
  /** Absent where precision was not measured at all. */
  readonly precision?: Score['precision'];
  readonly graded_ifr?: number | null;
  /** Absent, or null throughout, where strict figures were not measured. */
  readonly ifr_strict?: Score['ifr_strict'];
  readonly alignment_strict?: Score['alignment_strict'];
  /** Absent where nobody looked at single tests. */
  readonly pass_strict?: Score['pass_strict'];
  /** Absent where nobody checked the result's integrity. */
  readonly integrity?: Pick<Score['integrity'], 'ranked'>;
};

/** All figures of an attempt, those beside the paper's included. */
export function figuresOf(source: FigureSource): Figures {
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
    ...strictFigures(source),
    solved: solved(pass, ifr.total),
    ...(pass_strict === undefined ? {} : { pass_strict }),
    ...(integrity === undefined ? {} : { ranked: integrity.ranked ? 1 : 0 }),
  };
}

/** Scores from before strict figures, and instances without them, say nothing about them. */
function strictFigures({ ifr_strict, alignment_strict }: FigureSource): Figures {
  if (ifr_strict === undefined || ifr_strict.total === null) return {};
  return { ifr_strict: ifr_strict.total, alignment_strict: alignment_strict?.total ?? null };
}

/** 1 where the tests pass and every rule is followed, else 0. Not one of the paper's figures. */
export function solved(pass: number | null, ifr: number | null): 0 | 1 | null {
  if (pass === null || ifr === null) return null;
  return pass === 1 && ifr === 1 ? 1 : 0;
}

/**
 * Pass x the harmonic mean of IFR and precision; 0 where both are 0. Not one of the paper's figures.
 */
export function f1(
  pass: number | null,
  ifr: number | null,
  precision: number | null,
): number | null {
  if (pass === null || ifr === null || precision === null) return null;
  return ifr + precision === 0 ? 0 : (pass * 2 * ifr * precision) / (ifr + precision);
}
