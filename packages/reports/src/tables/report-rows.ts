import { settingKey, type Setting } from '@refbench/scoring';
import type { BuiltReport, Report } from '../model/report-schema.ts';

/** Rows of one track and mode. */
export function inSetting<Row extends Setting>(
  rows: readonly Row[],
  setting: Setting,
): readonly Row[] {
  return rows.filter((row) => settingKey(row) === settingKey(setting));
}

/** A setting in a title. */
export function named({ track, mode }: Setting): string {
  return `track ${track}, mode ${mode}`;
}

/** Agents by their mean alignment, best first. */
export function agentsByAlignment(
  summaries: readonly Report['summaries'][number][],
): readonly string[] {
  const means = new Map(
    summaries.filter((one) => one.metric === 'alignment').map((one) => [one.agent, one.mean]),
  );
  const rank = (agent: string): number => means.get(agent) ?? 0;
  return [...new Set(summaries.map((one) => one.agent))].sort(
    (left, right) => rank(right) - rank(left),
  );
}

/** On which instances the figures of a setting are, and how absent results were taken. */
export function coverageNote(report: BuiltReport, setting: Setting): string {
  const pass = inSetting(report.coverage, setting).find(({ metric }) => metric === 'pass');
  const { n = 0, leftOut = 0 } = pass ?? {};
  const rest = leftOut === 0 ? '' : `; ${leftOut} more are left out`;
  switch (report.method.absent) {
    case 'common':
      return `Over the ${n} instance(s) that every compared agent has${rest}.`;
    case 'drop':
      return `Each agent over those of ${n} instance(s) that it has: agents may be measured on different instances${rest}.`;
    case 'zero':
      return `Over ${n} instance(s); a result that is not there counts as 0${rest}.`;
  }
}
