import type { Metric } from '@refbench/scoring';

/** Names of the metrics in tables and figures. */
export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  pass: 'Pass',
  ifr: 'IFR',
  ifr_additive: 'IFR+',
  ifr_reductive: 'IFR-',
  alignment: 'A',
  alignment_additive: 'A+',
  alignment_reductive: 'A-',
  precision: 'Prec',
  precision_additive: 'Prec+',
  precision_reductive: 'Prec-',
  graded_ifr: 'graded IFR',
  ifr_strict: 'IFR strict',
  alignment_strict: 'A strict',
  solved: 'solved',
  f1: 'F1',
  pass_strict: 'Pass by name',
  ranked: 'ranked',
};

/** The metrics that all tables show. The other metrics are in the detailed tables and the files. */
export const HEADLINE: ReadonlySet<Metric> = new Set(['pass', 'ifr', 'alignment', 'precision']);
