import { settingKey, type Setting } from '@refbench/scoring';
import type { BuiltReport, Report } from '../model/report-schema.ts';
import { caption, fullOrigins } from './caption.ts';
import type { Figure } from './draw.ts';
import { fileId } from '../model/file-id.ts';

/** Draws the alignment of each agent on each instance under one setting. Absent results are marked. */
export function alignmentHeatMap(report: BuiltReport, setting: Setting): Figure | undefined {
  const cells = cellsIn(report, setting);
  if (cells.length === 0) return undefined;
  const repeatsByCell = new Map<string, typeof cells>();
  for (const cell of cells) {
    const key = `${cell.agent} ${cell.instance}`;
    repeatsByCell.set(key, [...(repeatsByCell.get(key) ?? []), cell]);
  }
  const values = [...repeatsByCell.values()].map(mapCellOf);
  const { x, y } = axesOf(values);
  return {
    id: fileId('heat-map', setting),
    wide: true,
    description: `Alignment by instance and agent. ${fullOrigins(report)}`,
    spec: {
      data: { values },
      title: caption(
        report,
        `Alignment: track ${setting.track}, mode ${setting.mode}`,
        'per cent; ×: missing patch (0), ?: infrastructure failure, blank: no result',
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

type Value = ReturnType<typeof mapCellOf>;

/** The axes, each sorted by its mean alignment. */
function axesOf(values: readonly Value[]) {
  const meanOf = (matches: (value: Value) => boolean): number => {
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
  return { x, y };
}

/** A figure with more instances would be illegible. */
const MAX_INSTANCES = 300;

/** Returns no cells if there are too many instances for a figure. */
function cellsIn(report: BuiltReport, setting: Setting): Report['cells'] {
  const cells: Report['cells'] = [];
  const instances = new Set<string>();
  for (const cell of report.cells) {
    if (settingKey(cell) !== settingKey(setting)) continue;
    if (instances.add(cell.instance).size > MAX_INSTANCES) return [];
    cells.push(cell);
  }
  return cells;
}

/** One cell of the map: the mean over an agent's repeats, or a mark if there is none. */
function mapCellOf(repeats: Report['cells']): {
  agent: string;
  instance: string;
  alignment: number | null;
  mark: string;
} {
  const { agent = '', instance = '' } = repeats[0] ?? {};
  const kinds = new Set(repeats.map(({ kind }) => kind));
  if (kinds.has('hole')) return { agent, instance, alignment: null, mark: '?' };
  if (kinds.has('absent')) return { agent, instance, alignment: null, mark: '' };
  const known = repeats.filter(
    ({ kind, figures }) => kind === 'missing' || typeof figures.alignment === 'number',
  );
  if (known.length === 0) return { agent, instance, alignment: null, mark: '' };
  const sum = known.reduce((total, { figures }) => total + (figures.alignment ?? 0), 0);
  const alignment = (sum / known.length) * 100;
  const missing = known.every(({ kind }) => kind === 'missing');
  return { agent, instance, alignment, mark: missing ? '×' : alignment.toFixed(0) };
}
