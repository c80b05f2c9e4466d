import { countOf } from '@refbench/base';
import { settingKey, type Setting } from '@refbench/scoring';
import { inSetting, settingsOf } from '../model/report-rows.ts';
import { percent, percentRange } from '../model/table.ts';
import type { ReportFigures } from '../model/report-schema.ts';

export interface HeadlineOptions {
  /** Whether to say what went wrong, which is unknown while a run goes on. Default: true. */
  readonly withProblems?: boolean;
  /** The name of a reference agent; several agents may have the same one. Default: as it stands. */
  readonly nameOf?: (agent: string) => string;
}

/**
 * Says in one sentence each who did how well, how certain that is, and what went wrong. These
 * sentences are the start of every report, on every medium.
 */
export function headlineOf(
  report: ReportFigures,
  { withProblems = true, nameOf = (agent) => agent }: HeadlineOptions = {},
): readonly string[] {
  const settings = settingsOf(report);
  if (settings.length === 0) return ['There are no results yet.'];
  return [
    eachSetting(settings, (setting) => best(report, setting, nameOf)),
    eachSetting(settings, (setting) => certainty(report, setting)),
    withProblems ? problems(report) : '',
  ].filter((sentence) => sentence !== '');
}

/**
 * Combines the clauses of all settings in one sentence, with the name of the setting if there are
 * several. A setting may have nothing to say.
 */
function eachSetting(
  settings: readonly Setting[],
  clause: (setting: Setting) => string | undefined,
): string {
  const clauses = settings.flatMap((setting) => {
    const text = clause(setting);
    if (text === undefined) return [];
    return [settings.length === 1 ? text : `in ${settingKey(setting)}, ${text}`];
  });
  return sentence(clauses.join('; '));
}

/** An agent keeps its name; any other first word gets a capital letter. */
function sentence(text: string): string {
  if (text === '') return '';
  return `${text.replace(/^(?:in|the|there|no|integrity) /, capitalized)}.`;
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function best(report: ReportFigures, setting: Setting, nameOf: (agent: string) => string): string {
  const ranked = inSetting(report.summaries, setting)
    .filter((one) => one.metric === 'alignment' && !isReference(report, setting, one.agent))
    .sort((left, right) => right.mean - left.mean);
  const [first, second] = ranked;
  if (first === undefined) {
    const references = inSetting(report.references, setting).map(({ agent }) => nameOf(agent));
    const names = [...new Set(references)];
    return names.length === 0
      ? 'no instance has a result of every agent, so there are no means'
      : `there are results only of agents that are not ranked (${names.join(', ')})`;
  }
  const place = `${first.agent} has ${percent(first.mean)} % alignment over ${instances(first.n)}`;
  if (second === undefined) return place;
  const others = ranked.length > 2 ? `, ahead of ${ranked.length - 1} others` : '';
  return `${place}${others}; next is ${second.agent} with ${percent(second.mean)} %`;
}

function certainty(report: ReportFigures, setting: Setting): string | undefined {
  const own = inSetting(report.summaries, setting).filter(
    (one) => one.metric === 'alignment' && !isReference(report, setting, one.agent),
  );
  const first = own.sort((left, right) => right.mean - left.mean)[0];
  if (first === undefined) return undefined;
  const level = percent(report.method.confidence).replace('.0', '');
  const range =
    first.interval === null
      ? `${instances(first.n)} is too few for an interval`
      : `the ${level} % interval of ${first.agent} is ${percentRange(first.interval)}`;
  const pairs = inSetting(report.comparisons, setting).filter(
    ({ metric }) => metric === 'alignment',
  );
  if (pairs.length === 0) return range;
  const apart = pairs.filter(({ q }) => q <= report.method.discoveryRate).length;
  const smallest = pairs
    .map((pair) => pair.minimumDetectable ?? Number.NaN)
    .filter(Number.isFinite);
  const detectable =
    smallest.length === 0
      ? ''
      : `, and ${instances(first.n)} can show differences from about ${percent(Math.min(...smallest))} points`;
  return `${range}; ${apart} of ${countOf(pairs.length, 'pair')} of agents differ significantly${detectable}`;
}

function problems(report: ReportFigures): string {
  const { holes, voids } = report;
  const notes = report.sources.flatMap((source) => source.notes).length;
  const ended = new Map<string, number>();
  for (const { ending, count } of report.endings) {
    if (!HARMLESS.has(ending)) ended.set(ending, (ended.get(ending) ?? 0) + count);
  }
  const parts = [
    ...(holes.length === 0
      ? []
      : [
          `${countOf(holes.length, 'missing result')} through no fault of an agent, so nothing may be published`,
        ]),
    ...(voids.length === 0 ? [] : [`${countOf(voids.length, 'result')} cannot be scored`]),
    ...[...ended].map(([ending, count]) => `${countOf(count, 'attempt')} ended as ${ending}`),
    ...(notes === 0 ? [] : [`integrity checks and reading left ${countOf(notes, 'remark')}`]),
  ];
  return parts.length === 0
    ? 'Nothing went wrong: every planned result has a score.'
    : sentence(parts.join('; '));
}

/** Endings that are results, or that other parts of the sentence already count. */
const HARMLESS: ReadonlySet<string> = new Set(['completed', 'not graded', 'damaged']);

function isReference(report: ReportFigures, setting: Setting, agent: string): boolean {
  return (
    !report.method.includeReference &&
    inSetting(report.references, setting).some((one) => one.agent === agent)
  );
}

function instances(count: number): string {
  return count === 1 ? '1 instance' : `${count} instances`;
}
