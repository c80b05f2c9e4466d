import { METRICS, settingKey, type Setting } from '@refbench/scoring';
import type { BuiltReport, Report } from '../model/report-schema.ts';
import { fileId } from '../model/file-id.ts';
import { HEADLINE, METRIC_NAMES } from '../model/metric-names.ts';
import { paperTables } from './paper-tables.ts';
import { rankTable } from './rank-table.ts';
import { repeatTables } from './repeat-tables.ts';
import {
  agentsByAlignment,
  coverageNote,
  inSetting,
  named,
  settingsOf,
} from '../model/report-rows.ts';
import {
  effect,
  percent,
  percentRange,
  percentWithHalf,
  probability,
  signed,
  testNote,
  type Table,
} from '../model/table.ts';

/** Returns all tables of a report in reading order. Empty tables are omitted. */
export function reportTables(report: BuiltReport): readonly Table[] {
  const settings = settingsOf(report);
  return [
    ...settings.map((setting) => scoreTable(report, setting)),
    droppingTable(report),
    intervalTable(report),
    ...settings.flatMap((setting) =>
      (['language', 'category'] as const).map((by) => breakdownTable(report, setting, by)),
    ),
    ...settings.map((setting) => pairTable(report, setting)),
    ...paperTables(report, settings),
    groupTable(report),
    rankTable(report),
    ...repeatTables(report),
    endingTable(report),
    usageTable(report),
    instanceTable('holes', 'Holes: nothing may be published before they are filled', report.holes),
    instanceTable('voids', 'Instances that cannot be scored', report.voids),
  ].filter((table) => table.rows.length > 0);
}

function scoreTable(report: BuiltReport, setting: Setting): Table {
  const summaries = inSetting(report.summaries, setting);
  const metrics = METRICS.filter((metric) => summaries.some((one) => one.metric === metric));
  const agents = agentsByAlignment(summaries);
  const sizes = new Set(summaries.map((one) => one.n));
  return {
    id: fileId('scores', setting),
    title: `Scores, ${named(setting)}`,
    head: ['agent', 'n', ...metrics.map((metric) => METRIC_NAMES[metric]), 'absent'],
    rows: agents.map((agent) => {
      const own = summaries.filter((one) => one.agent === agent);
      const ns = [...new Set(own.map((one) => one.n))].sort((left, right) => left - right);
      return [
        agent,
        ns.join('-'),
        ...metrics.map((metric) => {
          const one = own.find((summary) => summary.metric === metric);
          return one === undefined ? '-' : percentWithHalf(one.mean, one.t);
        }),
        String(own.find((one) => one.metric === 'pass')?.zeros ?? 0),
      ];
    }),
    notes: [
      `Percentages; ± is half the width of the ${percent(report.method.confidence)} % t interval (units - 1 degrees of freedom); "absent" is the number of absent results, which count as 0.`,
      coverageNote(report, setting),
      ...referenceNote(report, setting),
      ...(sizes.size > 1
        ? [
            'An instance is excluded from metrics that are undefined on it for all agents; see n in the table of intervals.',
          ]
        : []),
    ],
  };
}

function referenceNote(report: BuiltReport, setting: Setting): readonly string[] {
  const agents = inSetting(report.references, setting).map(({ agent }) => agent);
  if (agents.length === 0 || report.method.includeReference) return [];
  return [`Shown for reference, but not tested: ${agents.join(', ')}.`];
}

function droppingTable(report: BuiltReport): Table {
  const rows = report.summaries.filter((one) => one.zeros > 0 && HEADLINE.has(one.metric));
  return {
    id: 'dropping',
    title: 'Effect of dropping absent results',
    head: ['setting', 'agent', 'metric', 'n', 'mean', 'n dropped', 'mean dropped', 'difference'],
    rows: rows.map((one) => [
      settingKey(one),
      one.agent,
      METRIC_NAMES[one.metric],
      String(one.n),
      percent(one.mean),
      String(one.dropped.n),
      percent(one.dropped.mean),
      one.dropped.mean === null ? '-' : signed(one.dropped.mean - one.mean),
    ]),
    notes: ['Dropping compares agents on different instances, unlike the tables above.'],
  };
}

function intervalTable(report: BuiltReport): Table {
  return {
    id: 'intervals',
    title: `Means with ${percent(report.method.confidence)} % intervals`,
    head: [
      'setting',
      'agent',
      'metric',
      'n',
      'mean',
      'interval',
      't (n - 1)',
      'BCa bootstrap',
      'Wilson',
    ],
    rows: report.summaries.map((one) => [
      settingKey(one),
      one.agent,
      METRIC_NAMES[one.metric],
      String(one.n),
      percent(one.mean),
      percentRange(one.interval),
      percentRange(one.t),
      percentRange(one.bootstrap),
      percentRange(one.wilson),
    ]),
    notes: [
      `${report.method.resamples} bootstrap samples, seed ${report.method.seed}. Wilson intervals are for rates. "interval" is the one to report, within 0 and 100: Wilson for rates, otherwise bootstrap. t is the interval of the paper.`,
    ],
  };
}

function breakdownTable(report: BuiltReport, setting: Setting, by: 'language' | 'category'): Table {
  const rows = inSetting(report.breakdowns, setting).filter(
    (one) => one.by === by && one.metric === 'alignment',
  );
  const values = [...new Set(rows.map((one) => one.value))];
  const pooled = inSetting(report.pooled, setting).filter(
    (one) => one.by === by && one.metric === 'alignment',
  );
  const agents = agentsByAlignment(inSetting(report.summaries, setting));
  const known = values.length > 1 || (values[0] ?? 'unknown') !== 'unknown';
  return {
    id: fileId(`alignment-by-${by}`, setting),
    title: `Alignment by ${by}, ${named(setting)}`,
    head: [
      'agent',
      ...values.map((value) => `${value} (${rows.find((one) => one.value === value)?.n ?? 0})`),
    ],
    rows: known
      ? [
          ...agents.map((agent) => [
            agent,
            ...values.map((value) =>
              withError(rows.find((row) => row.agent === agent && row.value === value)),
            ),
          ]),
          [
            'all agents',
            ...values.map((value) => withError(pooled.find((row) => row.value === value))),
          ],
        ]
      : [],
    notes: [
      '± is the standard error of the mean; the number of instances is in brackets.',
      'all agents: over all runs of compared agents on an instance, as in the paper.',
    ],
  };
}

function withError(
  one: Pick<Report['pooled'][number], 'mean' | 'standardError'> | undefined,
): string {
  if (one === undefined) return '-';
  const error = one.standardError === null ? '' : ` ±${percent(one.standardError)}`;
  return `${percent(one.mean)}${error}`;
}

function pairTable(report: BuiltReport, setting: Setting): Table {
  const { discoveryRate } = report.method;
  const rows = inSetting(report.comparisons, setting).filter((one) => HEADLINE.has(one.metric));
  return {
    id: fileId('pairs', setting),
    title: `Pairs of agents, ${named(setting)}`,
    head: [
      'metric',
      'first',
      'second',
      'n',
      'difference',
      '95 % BCa',
      'p',
      'q',
      'W/L/T',
      'effect',
      'detectable',
    ],
    rows: rows.map((one) => [
      METRIC_NAMES[one.metric],
      one.first,
      one.second,
      String(one.n),
      `${signed(one.difference)}${one.q <= discoveryRate ? ' *' : ''}`,
      percentRange(one.bootstrap),
      probability(one.p),
      probability(one.q),
      `${one.wins}/${one.losses}/${one.ties}`,
      effect(one),
      percent(one.minimumDetectable),
    ]),
    notes: [
      `${testNote(report.method)}; q: Benjamini-Hochberg over all pairs of the metric; * means q <= ${discoveryRate}.`,
      coverageNote(report, setting),
      'W/L/T: number of instances on which the first agent is better, worse, or equal. Effect: difference / standard deviation, with its 95 % BCa interval. Detectable: the smallest difference detected with power 0.8 at alpha 0.05.',
    ],
  };
}

function groupTable(report: BuiltReport): Table {
  return {
    id: 'groups',
    title: 'Indistinguishable agents',
    head: ['setting', 'metric', 'agents'],
    rows: report.groups
      .filter((group) => HEADLINE.has(group.metric))
      .map((group) => [settingKey(group), METRIC_NAMES[group.metric], group.agents.join(', ')]),
    notes: [
      `No pair within a group differs at q <= ${report.method.discoveryRate}. This is not evidence that the agents are equal.`,
    ],
  };
}

function endingTable(report: BuiltReport): Table {
  return {
    id: 'endings',
    title: 'How attempts ended',
    head: ['setting', 'agent', 'ending', 'why there is no score', 'count'],
    rows: report.endings.map((one) => [
      settingKey(one),
      one.agent,
      one.ending,
      one.reason === '' ? '-' : one.reason,
      String(one.count),
    ]),
    notes: [],
  };
}

function usageTable(report: BuiltReport): Table {
  return {
    id: 'usage',
    title: 'Cost, tokens and time',
    head: [
      'setting',
      'agent',
      'attempts',
      '$ mean',
      '$ sum',
      'input tokens',
      'output tokens',
      'minutes',
      'unknown cost',
    ],
    rows: report.usage.map((one) => [
      settingKey(one),
      one.agent,
      String(one.attempts),
      one.costUsd.mean === null ? '-' : one.costUsd.mean.toFixed(2),
      one.costUsd.known === 0 ? '-' : one.costUsd.sum.toFixed(2),
      tokens(one.inputTokens.mean),
      tokens(one.outputTokens.mean),
      one.seconds.mean === null ? '-' : (one.seconds.mean / 60).toFixed(1),
      String(one.costUsd.unknown),
    ]),
    notes: ['Means are over attempts with known values; an unknown cost does not count as 0.'],
  };
}

function instanceTable(
  id: string,
  title: string,
  places: readonly (Setting & { agent?: string; instance: string; reason: string })[],
): Table {
  return {
    id,
    title,
    head: ['setting', 'agent', 'instance', 'reason'],
    rows: places.map((place) => [
      settingKey(place),
      place.agent ?? '-',
      place.instance,
      place.reason,
    ]),
    notes: [],
  };
}

function tokens(value: number | null): string {
  if (value === null) return '-';
  return value >= 1e6 ? `${(value / 1e6).toFixed(1)}M` : `${(value / 1e3).toFixed(1)}k`;
}
