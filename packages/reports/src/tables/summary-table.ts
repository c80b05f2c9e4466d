import { settingKey, type Setting } from '@refbench/scoring';
import { agentSummaries, instancesText } from '../model/agent-summaries.ts';
import { inSetting } from '../model/report-rows.ts';
import type { ReportFigures } from '../model/report-schema.ts';
import { percent, percentRange, type Table } from '../model/table.ts';

/**
 * Returns the one table that every report starts with: a row per agent, best first, with the interval
 * of its alignment. Reference agents come last.
 */
export function summaryTable(report: ReportFigures): Table {
  const isReference = ({ agent, ...setting }: Setting & { readonly agent: string }): boolean =>
    !report.method.includeReference &&
    inSetting(report.references, setting).some((one) => one.agent === agent);
  const all = agentSummaries(report);
  const settings = [...new Set(all.map(settingKey))];
  // Within a setting, references come last: they are a scale, not competitors.
  const summaries = all.toSorted(
    (one, other) =>
      settings.indexOf(settingKey(one)) - settings.indexOf(settingKey(other)) ||
      Number(isReference(one)) - Number(isReference(other)),
  );
  const several = new Set(summaries.map(settingKey)).size > 1;
  const level = percent(report.method.confidence).replace('.0', '');
  return {
    id: 'summary',
    title: 'Summary',
    head: [
      ...(several ? ['setting'] : []),
      'agent',
      'n',
      'A',
      `A ${level} %`,
      'group',
      'Pass',
      'IFR',
      'Prec',
      'no score',
      '$',
      'minutes',
    ],
    rows: summaries.map((one) => [
      ...(several ? [settingKey(one)] : []),
      isReference(one) ? `${one.agent} (reference)` : one.agent,
      instancesText(one),
      percent(one.alignment),
      percentRange(one.interval),
      one.groups.length === 0 ? '-' : one.groups.join(' '),
      percent(one.pass),
      percent(one.ifr),
      percent(one.precision),
      String(one.missing),
      one.usd?.toFixed(2) ?? '-',
      one.seconds === null ? '-' : (one.seconds / 60).toFixed(1),
    ]),
    notes: [
      'Percentages; n: instances; A: alignment; $ and minutes: means per attempt; no score: results that are missing through no fault of the agent.',
      ...(summaries.some(({ tested }) => tested !== undefined)
        ? ['tested: instances with test results. A and Pass are over these alone.']
        : []),
      ...(summaries.some(({ groups }) => groups.length > 0)
        ? ['Agents with a common letter in "group" cannot be told apart by their alignment.']
        : []),
    ],
  };
}
