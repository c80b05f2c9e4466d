import { settingKey, type Setting } from '@refbench/scoring';
import type { ReportFigures } from '../model/report-schema.ts';
import { HEADLINE, METRIC_NAMES } from './metric-names.ts';
import { agentsByAlignment, inSetting, settingsOf } from './report-rows.ts';
import { percent, percentRange, type Table } from './table.ts';

const SHOWN = [...HEADLINE].filter((metric) => metric !== 'alignment');

/**
 * Returns the one table that every report starts with: a row per agent, best first, with the interval
 * of its alignment.
 */
export function summaryTable(report: ReportFigures): Table {
  const settings = settingsOf(report);
  const several = settings.length > 1;
  return {
    id: 'summary',
    title: 'Summary',
    head: [
      ...(several ? ['setting'] : []),
      ...['agent', 'n', 'A', `A ${percent(report.method.confidence).replace('.0', '')} %`, 'group'],
      ...SHOWN.map((metric) => METRIC_NAMES[metric]),
      ...['no score', '$', 'minutes'],
    ],
    rows: settings.flatMap((setting) => {
      const summaries = inSetting(report.summaries, setting);
      const usages = inSetting(report.usage, setting);
      // An agent without a scored instance has no means, but its missing results must be seen.
      const agents = new Set([
        ...agentsByAlignment(summaries),
        ...usages.map(({ agent }) => agent),
      ]);
      return [...agents].map((agent) => {
        const own = summaries.filter((one) => one.agent === agent);
        const alignment = own.find(({ metric }) => metric === 'alignment');
        const usage = usages.find((one) => one.agent === agent);
        return [
          ...(several ? [settingKey(setting)] : []),
          agent,
          String(alignment?.n ?? 0),
          percent(alignment?.mean),
          percentRange(alignment?.interval ?? null),
          groupsOf(report, setting, agent),
          ...SHOWN.map((metric) => percent(own.find((one) => one.metric === metric)?.mean)),
          String(inSetting(report.holes, setting).filter((hole) => hole.agent === agent).length),
          usage?.costUsd.mean?.toFixed(2) ?? '-',
          minutes(usage?.seconds.mean),
        ];
      });
    }),
    notes: [
      'Percentages; n: instances; A: alignment; $ and minutes: means per attempt; no score: results that are missing through no fault of the agent.',
      ...(report.groups.some(({ metric }) => metric === 'alignment')
        ? ['Agents with a common letter in "group" cannot be told apart by their alignment.']
        : []),
    ],
  };
}

/** Letters of the groups of indistinguishable agents. A reference agent has none. */
function groupsOf(report: ReportFigures, setting: Setting, agent: string): string {
  const groups = inSetting(report.groups, setting).filter(({ metric }) => metric === 'alignment');
  const letters = groups.flatMap(({ agents }, index) =>
    agents.includes(agent) ? [letterOf(index)] : [],
  );
  return letters.length === 0 ? '-' : letters.join(' ');
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** `a` to `z`, then `aa` and so on. */
function letterOf(index: number): string {
  const last = ALPHABET.charAt(index % 26);
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}

function minutes(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? '-' : (seconds / 60).toFixed(1);
}
