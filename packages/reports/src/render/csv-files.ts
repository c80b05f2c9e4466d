import { csvLines, renderCsv, type CsvField } from '@refbench/base';
import { METRICS } from '@refbench/scoring';
import type { BuiltReport, Report } from '../model/report-schema.ts';

/** Returns the data of a report as CSV files by name: one row per entry of report.json, unrounded. */
export function csvFiles(report: BuiltReport): ReadonlyMap<string, string | Iterable<string>> {
  const range = (name: string, interval: { low: number; high: number } | null) => ({
    [`${name}_low`]: interval?.low ?? null,
    [`${name}_high`]: interval?.high ?? null,
  });
  return new Map<string, string | Iterable<string>>([
    [
      'summaries.csv',
      renderCsv(
        report.summaries.map(
          ({ t, bootstrap, wilson, interval, dropped, standardError, ...rest }) => ({
            ...rest,
            standard_error: standardError,
            ...range('t', t),
            ...range('bootstrap', bootstrap),
            ...range('wilson', wilson),
            ...range('interval', interval),
            dropped_n: dropped.n,
            dropped_mean: dropped.mean,
          }),
        ),
      ),
    ],
    [
      'comparisons.csv',
      renderCsv(
        report.comparisons.map(
          ({ interval, bootstrap, effectInterval, minimumDetectable, ...rest }) => ({
            ...rest,
            ...range('difference', interval),
            ...range('bootstrap', bootstrap),
            ...range('effect', effectInterval),
            minimum_detectable: minimumDetectable,
          }),
        ),
      ),
    ],
    ['breakdowns.csv', renderCsv([...report.breakdowns, ...report.pooled.map(asPooled)])],
    ['ranks.csv', renderCsv(report.ranks)],
    ...repeatFiles(report),
    ...sizeFiles(report),
    ['endings.csv', renderCsv(report.endings)],
    [
      'usage.csv',
      renderCsv(
        report.usage.map(({ costUsd, inputTokens, outputTokens, seconds, ...rest }) => ({
          ...rest,
          cost_usd_mean: costUsd.mean,
          // If no cost is known, the sum is unknown, not 0.
          cost_usd_sum: costUsd.known === 0 ? null : costUsd.sum,
          cost_unknown: costUsd.unknown,
          input_tokens_mean: inputTokens.mean,
          output_tokens_mean: outputTokens.mean,
          seconds_mean: seconds.mean,
        })),
      ),
    ],
    ['results.csv', csvLines(resultRows(report))],
  ]);
}

function* resultRows({ cells }: BuiltReport): Generator<Readonly<Record<string, CsvField>>> {
  for (const { figures, ...rest } of cells) {
    yield {
      ...rest,
      ...Object.fromEntries(METRICS.map((metric) => [metric, figures[metric] ?? null])),
    };
  }
}

/** Marks a pooled row in the agent column. */
function asPooled({
  track,
  mode,
  ...rest
}: Report['pooled'][number]): Readonly<Record<string, CsvField>> {
  return { track, mode, agent: '(all)', ...rest };
}

/** Writes one column per k for pass@k and pass^k. */
function repeatFiles({ repeats }: BuiltReport): readonly (readonly [string, string])[] {
  if (repeats.length === 0) return [];
  const most = Math.max(...repeats.map(({ passAtK }) => passAtK.length));
  const offsets = Array.from({ length: most }, (_, index) => index);
  const rows = repeats.map(({ passAtK, passHatK, ...rest }) => ({
    ...rest,
    ...Object.fromEntries(offsets.map((k) => [`pass_at_${k + 1}`, passAtK[k] ?? null])),
    ...Object.fromEntries(offsets.map((k) => [`pass_hat_${k + 1}`, passHatK[k] ?? null])),
  }));
  return [['repeats.csv', renderCsv(rows)]];
}

function sizeFiles({ sizes }: BuiltReport): readonly (readonly [string, string])[] {
  if (sizes.length === 0) return [];
  const rows = sizes.map(({ lines, added, removed, ...rest }) => ({
    ...rest,
    lines: lines.mean,
    lines_half_width: lines.halfWidth,
    added: added.mean,
    added_half_width: added.halfWidth,
    removed: removed.mean,
    removed_half_width: removed.halfWidth,
  }));
  return [['sizes.csv', renderCsv(rows)]];
}
