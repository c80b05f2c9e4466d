import { settingKey } from '@refbench/scoring';
import type { BuiltReport } from '../model/report-schema.ts';
import { HEADLINE, METRIC_NAMES } from './metric-names.ts';
import type { Table } from './table.ts';

/** Ranks of the compared agents, with their bootstrap intervals. */
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
      `Ranks by mean in ${method.resamples} bootstrap resamples of the ${method.cluster === 'instance' ? 'instances' : 'repositories'}: 2.5 and 97.5 per cent. Agents whose intervals overlap are not thereby equal; see the groups.`,
    ],
  };
}
