import { settingKey, type Setting } from '@refbench/scoring';
import { fileId } from '../model/file-id.ts';
import type { BuiltReport } from '../model/report-schema.ts';
import { METRIC_NAMES } from '../model/metric-names.ts';
import { inSetting, named } from '../model/report-rows.ts';
import { percent, type Table } from '../model/table.ts';

/** Returns tables of repeated attempts, one per setting. */
export function repeatTables(report: BuiltReport): readonly Table[] {
  const settings = new Map(report.repeats.map((one) => [settingKey(one), one]));
  return [...settings.values()].map((setting) => repeatTable(report, setting));
}

/** The values of k in pass@k that have a column. */
const SHOWN = [1, 2, 3, 4, 5, 10, 20, 50, 100];

function repeatTable(report: BuiltReport, setting: Setting): Table {
  const rows = inSetting(report.repeats, setting);
  const most = Math.max(...rows.map(({ passAtK }) => passAtK.length));
  const ks = SHOWN.filter((k) => k <= most);
  return {
    id: fileId('repeats', setting),
    title: `Repeated attempts, ${named(setting)}`,
    head: [
      'agent',
      'metric',
      'n',
      'attempts',
      'mean',
      'sd within',
      'sd between',
      'best',
      ...ks.map((k) => `pass@${k}`),
      ...ks.slice(1).map((k) => `pass^${k}`),
    ],
    rows: rows.map((one) => [
      one.agent,
      METRIC_NAMES[one.metric],
      String(one.n),
      one.fewest === one.most ? String(one.most) : `${one.fewest}-${one.most}`,
      percent(one.mean),
      percent(one.within),
      percent(one.between),
      percent(one.best),
      ...ks.map((k) => percent(one.passAtK[k - 1])),
      ...ks.slice(1).map((k) => percent(one.passHatK[k - 1])),
    ]),
    notes: [
      'Percentages. Mean: of the instances, after the mean of their attempts. sd within: between attempts at one instance; between: between the instances, without what attempts add. Best: the best attempt at each instance.',
      'pass@k: at least one of k attempts is right; pass^k: all of them are. Unbiased, over all choices of k attempts.',
    ],
  };
}
