import { settingKey, type Metric, type Setting } from '@refbench/scoring';
import type { BuiltReport, Report } from '../model/report-schema.ts';
import { coverageNote } from '../model/report-rows.ts';
import { METRIC_NAMES } from '../model/metric-names.ts';
import { caption, fullOrigins } from './caption.ts';
import type { Figure } from './draw.ts';
import { fileId } from '../model/file-id.ts';
import { PALETTE } from './palette.ts';

const SHOWN: readonly Metric[] = ['pass', 'ifr', 'alignment', 'precision'];

/** Grouped bars with intervals for the headline metrics of each agent under one setting. */
export function scoreBars(report: BuiltReport, setting: Setting): Figure | undefined {
  const rows = report.summaries.filter(
    (one) => settingKey(one) === settingKey(setting) && SHOWN.includes(one.metric),
  );
  if (rows.length === 0) return undefined;
  const names = SHOWN.filter((metric) => rows.some((one) => one.metric === metric)).map(
    (metric) => METRIC_NAMES[metric],
  );
  const values = rows.map((one) => ({
    agent: one.agent,
    metric: METRIC_NAMES[one.metric],
    mean: one.mean * 100,
    low: (one.interval?.low ?? one.mean) * 100,
    high: (one.interval?.high ?? one.mean) * 100,
  }));
  const order = [...new Set(rows.map((one) => one.agent))].sort(
    (left, right) => alignmentOf(rows, right) - alignmentOf(rows, left),
  );
  const y = {
    field: 'agent',
    type: 'nominal',
    sort: order,
    title: null,
    axis: { ticks: false, domain: false, labelPadding: 8 },
    scale: { paddingInner: 0.25 },
  } as const;
  const yOffset = { field: 'metric', type: 'nominal', sort: names } as const;
  return {
    id: fileId('scores', setting),
    description: `Means of ${names.join(', ')} with 95 % intervals. ${fullOrigins(report)}`,
    spec: {
      data: { values },
      title: caption(
        report,
        `Scores: track ${setting.track}, mode ${setting.mode}`,
        `mean and 95 % interval (Wilson for rates, otherwise bootstrap)`,
        coverageNote(report, setting),
      ),
      width: 420,
      height: { step: 11 },
      layer: [
        {
          mark: { type: 'bar', cornerRadiusEnd: 1 },
          encoding: {
            y,
            yOffset,
            x: {
              field: 'mean',
              type: 'quantitative',
              scale: { domain: [0, 100] },
              title: 'per cent',
              axis: { grid: true, gridColor: '#e4e4e4' },
            },
            color: {
              field: 'metric',
              type: 'nominal',
              sort: names,
              scale: { domain: names, range: PALETTE },
              title: null,
              legend: { orient: 'top', direction: 'horizontal' },
            },
          },
        },
        {
          mark: { type: 'rule', strokeWidth: 1.2, color: '#222' },
          encoding: {
            y,
            yOffset,
            x: { field: 'low', type: 'quantitative' },
            x2: { field: 'high' },
          },
        },
      ],
    },
  };
}

function alignmentOf(rows: Report['summaries'], agent: string): number {
  return rows.find((one) => one.agent === agent && one.metric === 'alignment')?.mean ?? 0;
}
