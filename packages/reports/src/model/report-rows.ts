import { countOf } from '@refbench/base';
import { settingKey, type Setting } from '@refbench/scoring';
import type { BuiltReport, Report, ReportFigures } from './report-schema.ts';

/** Selects the rows of one track and mode. */
export function inSetting<Row extends Setting>(
  rows: readonly Row[],
  setting: Setting,
): readonly Row[] {
  return rows.filter((row) => settingKey(row) === settingKey(setting));
}

/** Formats a setting for a title. */
export function named({ track, mode }: Setting): string {
  return `track ${track}, mode ${mode}`;
}

/** Returns agents by mean alignment, best first. */
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

/** Describes which instances the values of a setting cover, and how absent results are treated. */
export function coverageNote(report: BuiltReport, setting: Setting): string {
  const [pass, ifr] = (['pass', 'ifr'] as const).map((name) =>
    inSetting(report.coverage, setting).find(({ metric }) => metric === name),
  );
  const tested = pass?.n ?? 0;
  // Instances without tests have IFR alone.
  const { n = 0, leftOut = 0 } = (ifr !== undefined && ifr.n > tested ? ifr : pass) ?? {};
  const excluded = leftOut === 0 ? '' : `; ${leftOut} more are excluded`;
  const rest = `${excluded}.${n === tested ? '' : ` Pass and alignment are over the ${tested} with test results.`}`;
  switch (report.method.absent) {
    case 'common':
      return `Over the ${countOf(n, 'instance')} that all compared agents have${rest}`;
    case 'drop':
      return `Each agent is measured on the instances it has, of ${n} in total, so agents may differ in their instances${rest}`;
    case 'zero':
      return `Over ${countOf(n, 'instance')}; an absent result counts as 0${rest}`;
  }
}

/** Returns the distinct settings of a report. */
export function settingsOf(report: ReportFigures): readonly Setting[] {
  // Each agent with a cell also has a row here, and there are fewer rows than cells.
  const settings = report.usage.map(
    ({ track, mode }) => [settingKey({ track, mode }), { track, mode }] as const,
  );
  return [...new Map(settings).values()];
}
