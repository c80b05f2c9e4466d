import { settingKey, type Setting } from '@refbench/scoring';
import type { Report } from '../model/report-schema.ts';
import { caption, fullOrigins } from './caption.ts';
import type { Figure } from './draw.ts';
import { fileId } from '../file-id.ts';

/** Alignment of every agent on every instance under one setting; absent results are marked. */
export function alignmentHeatMap(report: Report, setting: Setting): Figure | undefined {
  const cells = report.cells.filter((one) => settingKey(one) === settingKey(setting));
  if (cells.length === 0) return undefined;
  const values = cells.map(({ agent, instance, kind, figures }) => {
    const alignment = kind === 'missing' ? 0 : (figures.alignment ?? null);
    return {
      agent,
      instance,
      alignment: alignment === null ? null : alignment * 100,
      mark: kind === 'scored' ? label(alignment) : kind === 'hole' ? '?' : '×',
    };
  });
  const meanOf = (matches: (value: (typeof values)[number]) => boolean): number => {
    const own = values.filter(matches).map((value) => value.alignment ?? 0);
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  };
  const ranked = (names: readonly string[], field: 'agent' | 'instance'): string[] =>
    [...new Set(names)].sort(
      (left, right) =>
        meanOf((value) => value[field] === right) - meanOf((value) => value[field] === left),
    );
  const x = {
    field: 'agent',
    type: 'nominal',
    sort: ranked(
      values.map((value) => value.agent),
      'agent',
    ),
    title: null,
    axis: { labelAngle: -35, orient: 'bottom', ticks: false, domain: false },
  } as const;
  const y = {
    field: 'instance',
    type: 'nominal',
    sort: ranked(
      values.map((value) => value.instance),
      'instance',
    ),
    title: null,
    axis: { ticks: false, domain: false },
  } as const;
  return {
    id: fileId('heat-map', setting),
    description: `Alignment by instance and agent. ${fullOrigins(report)}`,
    spec: {
      data: { values },
      title: caption(
        report,
        `Alignment: track ${setting.track}, mode ${setting.mode}`,
        'per cent; × is an absent result (0), ? a hole',
      ),
      width: { step: 48 },
      height: { step: 20 },
      layer: [
        {
          mark: { type: 'rect', stroke: 'white', strokeWidth: 1.5 },
          encoding: {
            x,
            y,
            color: {
              field: 'alignment',
              type: 'quantitative',
              scale: { range: ['#f4f7fb', '#08519c'], domain: [0, 100] },
              legend: { title: null, gradientLength: 140 },
            },
          },
        },
        {
          mark: { type: 'text', fontSize: 10 },
          encoding: {
            x,
            y,
            text: { field: 'mark', type: 'nominal' },
            color: {
              condition: { test: 'datum.alignment > 55', value: 'white' },
              value: '#333',
            },
          },
        },
      ],
    },
  };
}

function label(alignment: number | null): string {
  return alignment === null ? '' : (alignment * 100).toFixed(0);
}
