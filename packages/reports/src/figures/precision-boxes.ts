import { settingKey } from '@refbench/scoring';
import type { BuiltReport } from '../model/report-schema.ts';
import { caption, fullOrigins } from './caption.ts';
import type { Figure } from './draw.ts';
import { PALETTE } from './palette.ts';

/** Box plots of precision over the instances, one per agent. Undefined if precision was not measured. */
export function precisionBoxes(report: BuiltReport): Figure | undefined {
  const values = [...report.cells].flatMap(({ agent, track, mode, figures }) => {
    const { precision } = figures;
    if (precision === null || precision === undefined) return [];
    return [{ agent, setting: settingKey({ track, mode }), precision: precision * 100 }];
  });
  if (values.length === 0) return undefined;
  const settings = [...new Set(values.map((value) => value.setting))];
  return {
    id: 'precision',
    description: `Box plots of precision by agent. ${fullOrigins(report)}`,
    spec: {
      data: { values },
      title: caption(
        report,
        'Precision over the instances',
        'box: quartiles and median; whiskers: 1.5 times the box',
        'patches without lines of source code are not shown',
      ),
      width: 420,
      height: { step: 26 * Math.max(1, settings.length * 0.7) },
      mark: {
        type: 'boxplot',
        extent: 1.5,
        size: 14,
        median: { color: 'white' },
        ticks: { size: 8 },
      },
      encoding: {
        y: {
          field: 'agent',
          type: 'nominal',
          title: null,
          axis: { ticks: false, domain: false, labelPadding: 8 },
        },
        ...(settings.length > 1
          ? { yOffset: { field: 'setting', type: 'nominal', sort: settings } }
          : {}),
        x: {
          field: 'precision',
          type: 'quantitative',
          scale: { domain: [0, 100] },
          title: 'precision, per cent',
          axis: { gridColor: '#e4e4e4' },
        },
        color: {
          field: 'setting',
          type: 'nominal',
          sort: settings,
          scale: { range: PALETTE },
          title: null,
          legend: settings.length > 1 ? { orient: 'top', direction: 'horizontal' } : null,
        },
      },
    },
  };
}
