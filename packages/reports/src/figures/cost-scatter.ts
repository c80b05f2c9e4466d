import { settingKey } from '@refbench/scoring';
import type { BuiltReport } from '../model/report-schema.ts';
import { caption, fullOrigins } from './caption.ts';
import type { Figure } from './draw.ts';
import { PALETTE } from './palette.ts';

/** Plots mean cost against mean alignment, one point per agent and setting with a known cost. */
export function costScatter(report: BuiltReport): Figure | undefined {
  const values = report.usage.flatMap((usage) => {
    const summary = report.summaries.find(
      (one) =>
        one.metric === 'alignment' &&
        one.agent === usage.agent &&
        settingKey(one) === settingKey(usage),
    );
    const cost = usage.costUsd.mean;
    // Excludes reference agents such as golden, which have no cost.
    if (cost === null || cost === 0 || summary === undefined) return [];
    return [
      {
        agent: usage.agent,
        track: usage.track,
        mode: usage.mode,
        cost,
        alignment: summary.mean * 100,
        low: (summary.interval?.low ?? summary.mean) * 100,
        high: (summary.interval?.high ?? summary.mean) * 100,
      },
    ];
  });
  if (values.length === 0) return undefined;
  const tracks = new Set(values.map(({ track }) => track));
  const panels = Math.min(3, tracks.size);
  const modes = new Set(values.map(({ mode }) => mode));
  return {
    id: 'cost-alignment',
    wide: true,
    description: `Mean cost against mean alignment. ${fullOrigins(report)}`,
    spec: {
      data: { values },
      title: caption(report, 'Cost against alignment', 'bars are 95 % intervals of alignment'),
      ...(tracks.size > 1
        ? {
            // Uses one panel per track, because points of different tracks would overlap.
            columns: panels,
            facet: { field: 'track', type: 'nominal', title: null },
            spec: { width: panels === 2 ? 260 : 170, height: 170, layer: layersOf(modes.size > 1) },
          }
        : { width: 460, height: 320, layer: layersOf(modes.size > 1) }),
    } as Figure['spec'],
  };
}

/** Returns the layers for the intervals and for the points. */
function layersOf(hasSeveralModes: boolean): object[] {
  const x = {
    field: 'cost',
    type: 'quantitative',
    scale: { domainMin: 0, nice: true },
    title: 'mean cost, US dollars',
    axis: { gridColor: '#e4e4e4', tickCount: 5 },
  };
  const color = {
    field: 'agent',
    type: 'nominal',
    scale: { range: PALETTE },
    title: null,
    legend: { symbolOpacity: 1, orient: 'bottom', columns: 2 },
  };
  const y = { field: 'low', type: 'quantitative', title: 'mean alignment, per cent' };
  return [
    {
      mark: { type: 'rule', opacity: 0.35 },
      encoding: { x, y, y2: { field: 'high' }, color },
    },
    {
      mark: { type: 'point', filled: true, size: 70, opacity: 0.95 },
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
        ...(hasSeveralModes
          ? { shape: { field: 'mode', type: 'nominal', legend: { orient: 'bottom' } } }
          : {}),
      },
    },
  ];
}
