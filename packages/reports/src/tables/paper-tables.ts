import { settingKey, type Metric, type Setting } from '@refbench/scoring';
import { fileId } from '../model/file-id.ts';
import type { BuiltReport, Report } from '../model/report-schema.ts';
import { HEADLINE, METRIC_NAMES } from '../model/metric-names.ts';
import { agentsByAlignment, coverageNote, inSetting, named } from '../model/report-rows.ts';
import { percent, percentWithHalf, signed, type Table } from '../model/table.ts';

/** Returns tables in the layout of the CodeTaste paper. The table by language is in `reportTables`. */
export function paperTables(report: BuiltReport, settings: readonly Setting[]): readonly Table[] {
  const tracks = [...new Set(settings.map(({ track }) => track))];
  return [
    ...tracks.map((track) => modeTable(report, track)),
    ...tracks.map((track) => changeTable(report, track)),
    ...settings.map((setting) => sizeTable(report, setting)),
    winsAndLosses(report, settings),
    ...settings.flatMap((setting) =>
      [...HEADLINE].map((metric) => winTable(report, setting, metric)),
    ),
  ];
}

const SHOWN: readonly Metric[] = ['pass', 'ifr', 'alignment'];

/** Returns the modes of a track, in the order of the paper. */
function modesOf(report: BuiltReport, track: string): readonly string[] {
  const own = new Set(
    report.summaries.filter((one) => one.track === track).map(({ mode }) => mode),
  );
  const known = ['direct', 'plan', 'multiplan'].filter((mode) => own.has(mode));
  return [...known, ...[...own].filter((mode) => !known.includes(mode)).sort()];
}

function summaryOf(
  report: BuiltReport,
  setting: Setting,
  agent: string,
  metric: Metric,
): Report['summaries'][number] | undefined {
  return report.summaries.find(
    (one) =>
      settingKey(one) === settingKey(setting) && one.agent === agent && one.metric === metric,
  );
}

/** Table 5 of the paper: agents by mode. */
function modeTable(report: BuiltReport, track: string): Table {
  const modes = modesOf(report, track);
  const agents = agentsByAlignment(report.summaries.filter((one) => one.track === track));
  return {
    id: fileId('modes', { track, mode: '' }),
    title: `Agents by mode, track ${track}`,
    head: [
      'agent',
      ...modes.flatMap((mode) => SHOWN.map((metric) => `${mode} ${METRIC_NAMES[metric]}`)),
    ],
    // A single mode is covered by the table of scores.
    rows: (modes.length > 1 ? agents : []).map((agent) => [
      agent,
      ...modes.flatMap((mode) =>
        SHOWN.map((metric) => {
          const one = summaryOf(report, { track, mode }, agent, metric);
          return one === undefined ? '-' : percentWithHalf(one.mean, one.t);
        }),
      ),
    ]),
    notes: [
      "± is half of Student's 95 % interval.",
      ...modes.map((mode) => `${mode}: ${coverageNote(report, { track, mode })}`),
    ],
  };
}

/** The effect of each mode on an agent, relative to `direct`. */
function changeTable(report: BuiltReport, track: string): Table {
  const others = modesOf(report, track).filter((mode) => mode !== 'direct');
  const agents = agentsByAlignment(report.summaries.filter((one) => one.track === track));
  return {
    id: fileId('mode-changes', { track, mode: '' }),
    title: `Effect of modes, track ${track}`,
    head: ['agent', 'mode', ...SHOWN.map((metric) => METRIC_NAMES[metric])],
    rows: others.flatMap((mode) =>
      agents.flatMap((agent) => {
        const cells = SHOWN.map((metric) => {
          const direct = summaryOf(report, { track, mode: 'direct' }, agent, metric);
          const one = summaryOf(report, { track, mode }, agent, metric);
          if (direct === undefined || one === undefined) return undefined;
          const relative = direct.mean === 0 ? undefined : one.mean / direct.mean - 1;
          const change = relative === undefined ? '' : ` (${signed(relative)} %)`;
          return `${signed(one.mean - direct.mean)}${change}`;
        });
        if (cells.every((cell) => cell === undefined)) return [];
        return [[agent, mode, ...cells.map((cell) => cell ?? '-')]];
      }),
    ),
    notes: [
      'Difference from the mode direct in percentage points, with the relative change in brackets. Each mode covers its own instances; `refbench compare` tests the difference on common ones.',
    ],
  };
}

/** Table 6 of the paper: precision and size of patches. */
function sizeTable(report: BuiltReport, setting: Setting): Table {
  const sizes = inSetting(report.sizes, setting);
  const agents = agentsByAlignment(inSetting(report.summaries, setting));
  const metrics: readonly Metric[] = ['precision', 'precision_additive', 'precision_reductive'];
  const half = (figure: { mean: number; halfWidth: number | null }): string =>
    `${figure.mean.toFixed(1)}${figure.halfWidth === null ? '' : ` ±${figure.halfWidth.toFixed(1)}`}`;
  return {
    id: fileId('sizes', setting),
    title: `Precision and size of patches, ${named(setting)}`,
    head: ['agent', 'n', ...metrics.map((metric) => METRIC_NAMES[metric]), '|L|', '|L+|', '|L-|'],
    rows:
      sizes.length === 0
        ? []
        : agents.flatMap((agent) => {
            const size = sizes.find((one) => one.agent === agent);
            if (size === undefined) return [];
            return [
              [
                agent,
                String(size.n),
                ...metrics.map((metric) => {
                  const one = summaryOf(report, setting, agent, metric);
                  return one === undefined ? '-' : percentWithHalf(one.mean, one.t);
                }),
                half(size.lines),
                half(size.added),
                half(size.removed),
              ],
            ];
          }),
    notes: [
      "|L|, |L+| and |L-|: changed, added and removed lines after the filter of lines; n: patches whose size is known. ± is half of Student's 95 % interval.",
    ],
  };
}

/** Table 8 of the paper: for every agent the numbers of significant wins and losses of all metrics. */
function winsAndLosses(report: BuiltReport, settings: readonly Setting[]): Table {
  const metrics = [...HEADLINE].filter((metric) =>
    report.comparisons.some((pair) => pair.metric === metric),
  );
  return {
    id: 'wins-and-losses',
    title: 'Significant wins and losses (Table 8)',
    head: ['setting', 'agent', ...metrics.map((metric) => `${METRIC_NAMES[metric]} W/L`)],
    rows: settings.flatMap((setting) => {
      const pairs = inSetting(report.comparisons, setting);
      const compared = new Set(pairs.flatMap(({ first, second }) => [first, second]));
      return agentsByAlignment(inSetting(report.summaries, setting))
        .filter((agent) => compared.has(agent))
        .map((agent) => [
          settingKey(setting),
          agent,
          ...metrics.map((metric) => {
            const own = pairs.filter((pair) => pair.metric === metric);
            const ends = [...compared].map((other) => outcomeOf(report, own, agent, other));
            const count = (end: string): number => ends.filter((one) => one === end).length;
            return `${count('win')}/${count('loss')}`;
          }),
        ]);
    }),
    notes: [
      `W/L: number of other agents with a difference in favour of and against the agent, with q <= ${percent(report.method.discoveryRate)} % after correction over all pairs of the metric.`,
    ],
  };
}

/** Says whether an agent is significantly better or worse than another one. Empty if not compared. */
function outcomeOf(
  report: BuiltReport,
  pairs: Report['comparisons'],
  agent: string,
  other: string,
): '' | '·' | 'win' | 'loss' {
  const pair = pairs.find(
    ({ first, second }) =>
      (first === agent && second === other) || (first === other && second === agent),
  );
  if (pair === undefined) return '';
  if (pair.q > report.method.discoveryRate || pair.difference === 0) return '·';
  return pair.difference > 0 === (pair.first === agent) ? 'win' : 'loss';
}

/** Who wins against whom, by metric: the table of wins and losses in detail. */
function winTable(report: BuiltReport, setting: Setting, metric: Metric): Table {
  const pairs = inSetting(report.comparisons, setting).filter((one) => one.metric === metric);
  const compared = new Set(pairs.flatMap(({ first, second }) => [first, second]));
  const agents = agentsByAlignment(inSetting(report.summaries, setting)).filter((agent) =>
    compared.has(agent),
  );
  return {
    id: fileId(`wins-${metric}`, setting),
    title: `Significant wins and losses, ${METRIC_NAMES[metric]}, ${named(setting)}`,
    head: ['agent', ...agents.map((_, index) => String(index + 1)), 'wins', 'losses'],
    rows: agents.map((agent, index) => {
      const cells = agents.map((other) => outcomeOf(report, pairs, agent, other));
      const count = (wanted: string): string =>
        String(cells.filter((cell) => cell === wanted).length);
      return [`${index + 1} ${agent}`, ...cells, count('win'), count('loss')];
    }),
    notes: [
      `A win or loss is a difference with q <= ${percent(report.method.discoveryRate)} % after correction over all pairs of the metric; · means neither. Each cell compares the agent of the row with the agent of the column.`,
      coverageNote(report, setting),
    ],
  };
}
