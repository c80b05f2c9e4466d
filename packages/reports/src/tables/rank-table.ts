import { settingKey } from '@refbench/scoring';
import type { BuiltReport } from '../model/report-schema.ts';
import { HEADLINE, METRIC_NAMES } from '../model/metric-names.ts';
import type { Table } from '../model/table.ts';

/** Returns a table of the ranks of compared agents with bootstrap intervals. */
export function rankTable({ ranks, method }: BuiltReport): Table {
  return {
    id: 'ranks',
    title: 'Ranks',
    head: ['setting', 'metric', 'rank', 'agent', '95 % interval'],
    rows: ranks
      .filter(({ metric }) => HEADLINE.has(metric))
      .map((one) => [
        settingKey(one),
        METRIC_NAMES[one.metric],
        String(one.rank),
        one.agent,
        `${one.low} to ${one.high}`,
      ]),
    notes: [
      `Ranks by mean in ${method.resamples} bootstrap resamples of the ${method.cluster === 'instance' ? 'instances' : 'repositories'}; the interval spans the 2.5th to the 97.5th percentile. Overlapping intervals do not imply that agents are equal; see the groups.`,
    ],
  };
}
