import type { BuiltReport } from '../model/report-schema.ts';
import { settingsOf } from '../model/report-rows.ts';
import { alignmentHeatMap } from './alignment-heat-map.ts';
import { costScatter } from './cost-scatter.ts';
import type { Figure } from './draw.ts';
import { precisionBoxes } from './precision-boxes.ts';
import { scoreBars } from './score-bars.ts';

/** Returns all figures for which the report has data. */
export function reportFigures(report: BuiltReport): readonly Figure[] {
  const settings = settingsOf(report);
  return [
    ...settings.map((setting) => scoreBars(report, setting)),
    ...settings.map((setting) => alignmentHeatMap(report, setting)),
    costScatter(report),
    precisionBoxes(report),
  ].filter((figure) => figure !== undefined);
}
