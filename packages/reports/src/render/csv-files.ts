import { METRICS } from '@refbench/scoring';
import type { Report } from '../model/report-schema.ts';
import { renderCsv } from './csv.ts';

/** The data of a report as CSV files by their names; one row an entry of report.json, figures unrounded. */
export function csvFiles(report: Report): ReadonlyMap<string, string> {
  const range = (name: string, interval: { low: number; high: number } | null) => ({
    [`${name}_low`]: interval?.low ?? null,
    [`${name}_high`]: interval?.high ?? null,
  });
  return new Map([
    [
      'summaries.csv',
      renderCsv(
        report.summaries.map(({ t, bootstrap, wilson, dropped, standardError, ...rest }) => ({
          ...rest,
          standard_error: standardError,
          ...range('t', t),
          ...range('bootstrap', bootstrap),
          ...range('wilson', wilson),
          dropped_n: dropped.n,
          dropped_mean: dropped.mean,
        })),
      ),
    ],
    [
      'comparisons.csv',
      renderCsv(
        report.comparisons.map(({ interval, minimumDetectable, ...rest }) => ({
          ...rest,
          ...range('difference', interval),
          minimum_detectable: minimumDetectable,
        })),
      ),
    ],
    ['breakdowns.csv', renderCsv(report.breakdowns)],
    ['endings.csv', renderCsv(report.endings)],
    [
      'usage.csv',
      renderCsv(
        report.usage.map(({ costUsd, inputTokens, outputTokens, seconds, ...rest }) => ({
          ...rest,
          cost_usd_mean: costUsd.mean,
          // A sum of nothing known is not 0.
          cost_usd_sum: costUsd.known === 0 ? null : costUsd.sum,
          cost_unknown: costUsd.unknown,
          input_tokens_mean: inputTokens.mean,
          output_tokens_mean: outputTokens.mean,
          seconds_mean: seconds.mean,
        })),
      ),
    ],
    [
      'results.csv',
      renderCsv(
        report.cells.map(({ figures, ...rest }) => ({
          ...rest,
          ...Object.fromEntries(METRICS.map((metric) => [metric, figures[metric] ?? null])),
        })),
      ),
    ],
  ]);
}
