import { settingKey } from '@refbench/scoring';
import type { Report } from '../model/report-schema.ts';
import { caption, fullOrigins } from './caption.ts';
import type { Figure } from './draw.ts';
import { PALETTE } from './palette.ts';

/** Mean cost against mean alignment, a point for each agent and setting whose cost is known. */
export function costScatter(report: Report): Figure | undefined {
  const values = report.usage.flatMap((usage) => {
    const summary = report.summaries.find(
      (one) =>
        one.metric === 'alignment' &&
        one.agent === usage.agent &&
        settingKey(one) === settingKey(usage),
    );
    const cost = usage.costUsd.mean;
    // Agents that cost nothing are no agents: golden and the like.
    if (cost === null || cost === 0 || summary === undefined) return [];
    return [
      {
        agent: usage.agent,
        setting: settingKey(usage),
        cost,
        alignment: summary.mean * 100,
        low: Math.max(0, (summary.t?.low ?? summary.mean) * 100),
        high: Math.min(100, (summary.t?.high ?? summary.mean) * 100),
      },
    ];
  });
  if (values.length === 0) return undefined;
  const x = {
    field: 'cost',
    type: 'quantitative',
    scale: { domainMin: 0, nice: true },
    title: 'mean cost of an attempt, US dollars',
    axis: { gridColor: '#e4e4e4', tickCount: 6 },
  } as const;
  const color = {
    field: 'agent',
    type: 'nominal',
    scale: { range: PALETTE },
    title: null,
    legend: { symbolOpacity: 1 },
  } as const;
  return {
    id: 'cost-alignment',
    description: `Mean cost against mean alignment. ${fullOrigins(report)}`,
    spec: {
      data: { values },
      title: caption(report, 'Cost against alignment', 'bars are 95 % t intervals of alignment'),
      width: 460,
      height: 320,
      layer: [
        {
          mark: { type: 'rule', opacity: 0.35 },
          encoding: {
            x,
            y: { field: 'low', type: 'quantitative' },
            y2: { field: 'high' },
            color,
          },
        },
        {
          mark: { type: 'point', filled: true, size: 90, opacity: 0.95 },
          encoding: {
            x,
            y: {
              field: 'alignment',
              type: 'quantitative',
              scale: { domain: [0, 100] },
              title: 'mean alignment, per cent',
              axis: { gridColor: '#e4e4e4' },
            },
            color,
            shape: { field: 'setting', type: 'nominal', title: 'track/mode' },
          },
        },
      ],
    },
  };
}
